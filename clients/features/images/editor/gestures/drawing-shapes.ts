import { addLayer } from "../model/commands";
import type { ShapeLayer } from "../model/document";
import { shapeLayer } from "../model/layers";
import { centerOf, type Matrix, multiply, type Point, translation } from "../model/matrix";
import { boxBetween } from "../stage/snapping";
import type { Editor } from "../store/editor";
import type { Gesture, Press } from "./gesture";

/** Distance that counts as a click instead of a drag. */
const CLICK_PX = 3;
/** Size of a shape that was only clicked, as a part of the frame's shorter side. */
const DEFAULT_PART = 0.3;

/** Draws a shape between two corners; a click puts one in a default size. */
export function startShape(editor: Editor, start: Press): Gesture {
  let layer: ShapeLayer | null = null;
  return {
    move: ({ point, shiftKey }) => {
      layer = shapeBetween(editor, start.point, point, shiftKey, layer);
      const { operations } = addLayer(editor.document, layer, editor.state.getState().activeId);
      editor.preview(operations);
    },
    end: () => {
      const drawn = layer && layer.width >= CLICK_PX ? layer : defaultShape(editor, start.point);
      editor.doWith(addLayer(editor.document, drawn, editor.state.getState().activeId), drawn.id);
    },
    cancel: () => editor.preview([]),
  };
}

/** Puts a shape into the middle, as the Enter key does. */
export function addShape(editor: Editor): void {
  const layer = defaultShape(editor, centerOf(editor.document.frame));
  editor.doWith(addLayer(editor.document, layer, editor.state.getState().activeId), layer.id);
}

function defaultShape(editor: Editor, { x, y }: Point): ShapeLayer {
  const { width, height } = editor.document.frame;
  const half = (Math.min(width, height) * DEFAULT_PART) / 2;
  const isLine = ["line", "arrow"].includes(editor.state.getState().shape.shape);
  const [from, to] = [
    { x: x - half, y: isLine ? y : y - half },
    { x: x + half, y: isLine ? y : y + half },
  ];
  return shapeBetween(editor, from, to, false, null);
}

function shapeBetween(
  editor: Editor,
  from: Point,
  to: Point,
  regular: boolean,
  known: ShapeLayer | null,
): ShapeLayer {
  const { shape, color } = editor.state.getState();
  const isLine = shape.shape === "line" || shape.shape === "arrow";
  const { matrix, width, height } = isLine
    ? lineBetween(from, to, regular, shape.strokeWidth)
    : boxed(from, to, regular);
  const layer = shapeLayer(editor.names.shape, matrix, {
    shape: shape.shape,
    width,
    height,
    fill: shape.filled && !isLine ? color : null,
    stroke: shape.filled && !isLine ? null : color,
    strokeWidth: shape.filled && !isLine ? 0 : shape.strokeWidth,
  });
  return known ? { ...layer, id: known.id } : layer;
}

function boxed(from: Point, to: Point, square: boolean) {
  const { x, y, width, height } = boxBetween(from, to, square);
  return { matrix: translation(x, y), width: Math.max(1, width), height: Math.max(1, height) };
}

/** Angles of a line that is drawn with Shift. */
const STEP = Math.PI / 12;

function lineBetween(from: Point, to: Point, even: boolean, height: number) {
  const free = Math.atan2(to.y - from.y, to.x - from.x);
  const angle = even ? Math.round(free / STEP) * STEP : free;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const turned: Matrix = [cos, sin, -sin, cos, from.x, from.y];
  return {
    matrix: multiply(turned, translation(0, -height / 2)),
    width: Math.max(1, Math.hypot(to.x - from.x, to.y - from.y)),
    height,
  };
}
