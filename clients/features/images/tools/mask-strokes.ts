export interface Point {
  x: number;
  y: number;
}

/** Stroke of a brush, in pixels of the picture. */
export interface Stroke {
  size: number;
  points: readonly Point[];
  /** Color of a drawing; a mask has one for all. */
  color?: string;
}

type Drawing = Pick<
  CanvasRenderingContext2D,
  "beginPath" | "moveTo" | "lineTo" | "lineWidth" | "lineCap" | "lineJoin" | "strokeStyle"
> & { stroke: () => void };

/** Draws strokes, each with its color, else with the current one. */
export function drawStrokes(context: Drawing, strokes: readonly Stroke[]): void {
  context.lineCap = "round";
  context.lineJoin = "round";
  for (const { size, points, color } of strokes) {
    const [first, ...rest] = points;
    if (!first) continue;
    if (color) context.strokeStyle = color;
    context.lineWidth = size;
    context.beginPath();
    context.moveTo(first.x, first.y);
    // A dot is a line of no length.
    for (const point of rest.length > 0 ? rest : [first]) context.lineTo(point.x, point.y);
    context.stroke();
  }
}

/** Adds a point to the last stroke. */
export const extendStroke = (strokes: readonly Stroke[], point: Point): readonly Stroke[] => {
  const last = strokes.at(-1);
  return last ? [...strokes.slice(0, -1), { ...last, points: [...last.points, point] }] : strokes;
};

/** Converts a place on the screen to a pixel of the picture. */
export function pointIn(
  box: { left: number; top: number; width: number; height: number },
  picture: { width: number; height: number },
  place: { clientX: number; clientY: number },
): Point {
  return {
    x: ((place.clientX - box.left) / Math.max(1, box.width)) * picture.width,
    y: ((place.clientY - box.top) / Math.max(1, box.height)) * picture.height,
  };
}

/** Distances of arrow keys. */
const STEPS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Returns the brush's next place for an arrow key, within the picture; null: it is another key. */
export function movedBy(
  key: string,
  at: Point,
  picture: { width: number; height: number },
  distance: number,
): Point | null {
  const step = STEPS[key];
  if (!step) return null;
  const within = (value: number, max: number) => Math.min(max, Math.max(0, value));
  return {
    x: within(at.x + step.x * distance, picture.width),
    y: within(at.y + step.y * distance, picture.height),
  };
}

/** Returns the mask as a PNG: white where strokes are, black elsewhere. */
export async function maskOf(
  strokes: readonly Stroke[],
  { width, height }: { width: number; height: number },
): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("the browser draws no pictures");
  context.fillStyle = "#000";
  context.fillRect(0, 0, width, height);
  context.strokeStyle = "#fff";
  drawStrokes(context as unknown as Drawing, strokes);
  return canvas.convertToBlob({ type: "image/png" });
}
