import { bitsOfMask, boundsOfMask, type Mask } from "../mask/mask";
import type { Clip, Mark, Region, Stroke } from "../model/document";
import { type Box, boxAround, cornersOf, transformBox } from "../model/matrix";
import { clearSurface, freeSurface, newSurface, type Surface } from "./canvas";
import { boundsOfStroke, stampsAlong } from "./stamps";

/** Draws a mark. The context is transformed to the coordinates of the layer. */
export function drawMark(context: CanvasRenderingContext2D, mark: Mark, color: string = mark.color): void {
  context.save();
  context.globalCompositeOperation = mark.erases ? "destination-out" : "source-over";
  if (mark.kind === "region") drawRegion(context, mark, color);
  else if (mark.hardness >= 1 && mark.opacity >= 1 && !mark.clip) drawLine(context, mark, color);
  else drawThrough(context, mark, color);
  context.restore();
}

export function boundsOfMark(mark: Mark): Box {
  if (mark.kind === "stroke") return boundsOfStroke(mark);
  return transformBox(mark.matrix, boundsOfMask(mark.mask) ?? { x: 0, y: 0, width: 1, height: 1 });
}

/** Returns the box around all marks; null without any. */
export function boundsOfMarks(marks: readonly Mark[]): Box | null {
  return marks.length === 0 ? null : boxAround(marks.flatMap((mark) => cornersOf(boundsOfMark(mark))));
}

function drawLine(context: CanvasRenderingContext2D, { points, size }: Stroke, color: string): void {
  const [first] = points;
  if (!first) return;
  context.strokeStyle = color;
  context.fillStyle = color;
  context.lineWidth = size;
  context.lineCap = "round";
  context.lineJoin = "round";
  context.beginPath();
  if (points.length === 1) {
    context.arc(first[0], first[1], size / 2, 0, 2 * Math.PI);
    context.fill();
    return;
  }
  context.moveTo(first[0], first[1]);
  for (const [x, y] of points.slice(1)) context.lineTo(x, y);
  context.stroke();
}

/** Canvas on which soft and translucent strokes are drawn first, so that a stroke does not darken itself. */
let between: Surface | null = null;

/** Mask of the last clip, drawn: strokes on one selection share it. */
let clipped: { mask: Mask; surface: Surface } | null = null;

/** Gives the memory back that drawing has kept. */
export function freeMarks(): void {
  freeSurface(between);
  freeSurface(clipped?.surface ?? null);
  between = null;
  clipped = null;
}

/** Removes what lies outside of a clip. */
function clipSurface({ context }: Surface, { mask, matrix }: Clip): void {
  if (clipped?.mask !== mask) {
    freeSurface(clipped?.surface ?? null);
    clipped = { mask, surface: drawMask(mask, "#000000") };
  }
  context.globalCompositeOperation = "destination-in";
  context.transform(...matrix);
  context.drawImage(clipped.surface.canvas, 0, 0);
}

function drawThrough(context: CanvasRenderingContext2D, stroke: Stroke, color: string): void {
  const { width, height } = context.canvas;
  if (between?.canvas.width !== width || between.canvas.height !== height) {
    freeSurface(between);
    between = newSurface({ width, height });
  }
  clearSurface(between);
  between.context.setTransform(context.getTransform());
  if (stroke.hardness >= 1) drawLine(between.context, stroke, color);
  else drawStamps(between.context, stroke, color);
  if (stroke.clip) clipSurface(between, stroke.clip);
  context.globalAlpha = stroke.opacity;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.drawImage(between.canvas, 0, 0);
}

function drawStamps(context: CanvasRenderingContext2D, stroke: Stroke, color: string): void {
  const { a, b } = context.getTransform();
  const stamp = softStamp(stroke.size * Math.hypot(a, b), stroke.hardness, color);
  const radius = stroke.size / 2;
  for (const [x, y] of stampsAlong(stroke))
    context.drawImage(stamp.canvas, x - radius, y - radius, stroke.size, stroke.size);
  freeSurface(stamp);
}

/** Draws one dab of a soft brush: opaque up to its hardness, then fading out. */
function softStamp(size: number, hardness: number, color: string): Surface {
  const pixels = Math.max(2, Math.ceil(size));
  const stamp = newSurface({ width: pixels, height: pixels });
  const radius = pixels / 2;
  const fade = stamp.context.createRadialGradient(radius, radius, radius * hardness, radius, radius, radius);
  fade.addColorStop(0, color);
  fade.addColorStop(0.5, withAlpha(color, 0.35));
  fade.addColorStop(1, withAlpha(color, 0));
  stamp.context.fillStyle = fade;
  stamp.context.fillRect(0, 0, pixels, pixels);
  return stamp;
}

/** Returns a `#rrggbb` color with another opacity. */
export const withAlpha = (color: string, alpha: number): string =>
  `${color.slice(0, 7)}${Math.round(alpha * 255)
    .toString(16)
    .padStart(2, "0")}`;

function drawRegion(context: CanvasRenderingContext2D, { mask, matrix }: Region, color: string): void {
  const surface = drawMask(mask, color);
  context.transform(...matrix);
  context.drawImage(surface.canvas, 0, 0);
  freeSurface(surface);
}

/** Draws the pixels of a mask in a color, on a canvas of its size. */
export function drawMask(mask: Mask, color: string): Surface {
  const surface = newSurface(mask);
  const image = surface.context.createImageData(mask.width, mask.height);
  const bits = bitsOfMask(mask);
  for (let at = 0; at < bits.length; at += 1) if (bits[at] === 1) image.data[at * 4 + 3] = 255;
  surface.context.putImageData(image, 0, 0);
  surface.context.globalCompositeOperation = "source-in";
  surface.context.fillStyle = color;
  surface.context.fillRect(0, 0, mask.width, mask.height);
  return surface;
}
