import type { Box, Point, Size } from "../model/matrix";

/** Part of the plane that is on the screen: screen = document · zoom + offset. */
export interface View extends Point {
  zoom: number;
}

export const ZOOM_MIN = 0.05;
export const ZOOM_MAX = 16;
/** Space around the picture when it is fitted, in pixels of the screen. */
const MARGIN_PX = 32;

export const toScreen = ({ zoom, x, y }: View, point: Point): Point => ({
  x: point.x * zoom + x,
  y: point.y * zoom + y,
});

export const toDocument = ({ zoom, x, y }: View, point: Point): Point => ({
  x: (point.x - x) / zoom,
  y: (point.y - y) / zoom,
});

/** Zooms so that the point of the document under `at` stays where it is on the screen. */
export function zoomAt(view: View, at: Point, factor: number): View {
  const zoom = Math.max(ZOOM_MIN, Math.min(ZOOM_MAX, view.zoom * factor));
  const under = toDocument(view, at);
  return { zoom, x: at.x - under.x * zoom, y: at.y - under.y * zoom };
}

export const pan = (view: View, { x, y }: Point): View => ({ ...view, x: view.x + x, y: view.y + y });

/** Shows a whole frame in the middle of the room; small pictures are not enlarged. */
export function fitView(frame: Box, room: Size): View {
  const margin = Math.min(MARGIN_PX, room.width / 10, room.height / 10);
  const zoom = Math.max(
    ZOOM_MIN,
    Math.min(1, (room.width - 2 * margin) / frame.width, (room.height - 2 * margin) / frame.height),
  );
  return centerView(frame, room, zoom);
}

/** Shows the middle of a frame in the middle of the room. */
export const centerView = (frame: Box, room: Size, zoom: number): View => ({
  zoom,
  x: room.width / 2 - (frame.x + frame.width / 2) * zoom,
  y: room.height / 2 - (frame.y + frame.height / 2) * zoom,
});

/** Returns the view in a room of another size: fitted if it was, else around the same middle. */
export function resizedView(view: View, frame: Box, from: Size, to: Size): View {
  const fitted = fitView(frame, from);
  const wasFitted =
    from.width === 0 || (["zoom", "x", "y"] as const).every((part) => fitted[part] === view[part]);
  if (wasFitted) return fitView(frame, to);
  return pan(view, { x: (to.width - from.width) / 2, y: (to.height - from.height) / 2 });
}

/** Follows two fingers: their middle stays on the same point, and their distance zooms. */
export function pinch(view: View, before: readonly [Point, Point], now: readonly [Point, Point]): View {
  const middle = ([one, other]: readonly [Point, Point]) => ({
    x: (one.x + other.x) / 2,
    y: (one.y + other.y) / 2,
  });
  const distance = ([one, other]: readonly [Point, Point]) => Math.hypot(one.x - other.x, one.y - other.y);
  const [from, to] = [middle(before), middle(now)];
  const factor = distance(now) / Math.max(1, distance(before));
  return zoomAt(pan(view, { x: to.x - from.x, y: to.y - from.y }), to, factor);
}

/**
 * Returns the pixels per pixel of the document that are drawn: a power of two not below what the screen shows, so
 * that zooming redraws seldom, and never more than the document has.
 */
export const drawingScale = (zoom: number, pixelRatio: number): number =>
  Math.min(1, 2 ** Math.ceil(Math.log2(Math.max(1 / 16, zoom * pixelRatio))));
