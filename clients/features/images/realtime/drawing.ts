import type { Stroke } from "../tools/mask-strokes";
import { drawStrokes } from "../tools/mask-strokes";

/** Size of the canvas that people draw on. */
export const DRAWING_SIZE = { width: 768, height: 768 };

/** Ground of a drawing. */
const PAPER = "#ffffff";

/** Most points that a drawing keeps over a reload. */
const POINTS_MAX = 8000;

/** Returns a drawing as a PNG. */
export async function drawingFile(strokes: readonly Stroke[]): Promise<File> {
  const { width, height } = DRAWING_SIZE;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("the browser draws no pictures");
  context.fillStyle = PAPER;
  context.fillRect(0, 0, width, height);
  context.strokeStyle = "#000000";
  drawStrokes(context, strokes);
  return new File([await canvas.convertToBlob({ type: "image/png" })], "drawing.png", { type: "image/png" });
}

/** Returns strokes as they are stored: whole pixels, and the newest where there are too many. */
export function storedStrokes(strokes: readonly Stroke[]): string {
  const kept: Stroke[] = [];
  let left = POINTS_MAX;
  for (const stroke of strokes.toReversed()) {
    left -= stroke.points.length;
    if (left < 0) break;
    const points = stroke.points.map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }));
    kept.unshift({ ...stroke, points });
  }
  return kept.length > 0 ? JSON.stringify(kept) : "";
}

/** Reads strokes as they were stored. */
export function readStrokes(stored: string): readonly Stroke[] {
  try {
    const known: unknown = JSON.parse(stored || "[]");
    return Array.isArray(known) ? known.filter(isStroke) : [];
  } catch {
    return [];
  }
}

const isStroke = (one: Partial<Stroke> | null): one is Stroke =>
  typeof one?.size === "number" &&
  (one.color === undefined || typeof one.color === "string") &&
  Array.isArray(one.points) &&
  one.points.every((point) => typeof point?.x === "number" && typeof point.y === "number");
