import type { ShapeLayer, ShapeName } from "../model/document";
import type { Box, Point, Size } from "../model/matrix";

const STAR_POINTS = 5;
const STAR_INNER = 0.42;

/** Returns the corners of a shape; none for an ellipse, which has no corners. */
export function cornersOfShape(shape: ShapeName, { width, height }: Size): Point[] {
  switch (shape) {
    case "rectangle":
      return [
        { x: 0, y: 0 },
        { x: width, y: 0 },
        { x: width, y: height },
        { x: 0, y: height },
      ];
    case "triangle":
      return [
        { x: width / 2, y: 0 },
        { x: width, y: height },
        { x: 0, y: height },
      ];
    case "star":
      return starCorners({ width, height });
    case "line":
    case "arrow":
      return [
        { x: 0, y: height / 2 },
        { x: width, y: height / 2 },
      ];
    case "ellipse":
      return [];
  }
}

function starCorners({ width, height }: Size): Point[] {
  return Array.from({ length: 2 * STAR_POINTS }, (_, index) => {
    const angle = (index * Math.PI) / STAR_POINTS - Math.PI / 2;
    const radius = index % 2 === 0 ? 0.5 : 0.5 * STAR_INNER;
    return { x: width * (0.5 + radius * Math.cos(angle)), y: height * (0.5 + radius * Math.sin(angle)) };
  });
}

const isLine = (shape: ShapeName) => shape === "line" || shape === "arrow";

/** Returns the box that a shape needs with its outline. */
export function boundsOfShape({ shape, width, height, strokeWidth }: ShapeLayer): Box {
  const edge = strokeWidth * (shape === "arrow" ? 2.5 : 1) + 1;
  return { x: -edge, y: -edge, width: width + 2 * edge, height: height + 2 * edge };
}

export function drawShape(context: CanvasRenderingContext2D, layer: ShapeLayer): void {
  const { shape, width, height, fill, stroke, strokeWidth } = layer;
  const corners = cornersOfShape(shape, layer);
  context.beginPath();
  if (shape === "ellipse") context.ellipse(width / 2, height / 2, width / 2, height / 2, 0, 0, 2 * Math.PI);
  // The first line of a path begins where it ends.
  for (const { x, y } of corners) context.lineTo(x, y);
  if (corners.length > 2) context.closePath();
  context.lineJoin = "round";
  context.lineCap = "round";
  if (fill && !isLine(shape)) {
    context.fillStyle = fill;
    context.fill();
  }
  const color = isLine(shape) ? (stroke ?? fill) : stroke;
  if (!color || strokeWidth <= 0) return;
  context.strokeStyle = color;
  context.lineWidth = strokeWidth;
  context.stroke();
  if (shape === "arrow") drawHead(context, layer, color);
}

function drawHead(context: CanvasRenderingContext2D, layer: ShapeLayer, color: string): void {
  const length = layer.strokeWidth * 3;
  const y = layer.height / 2;
  context.fillStyle = color;
  context.beginPath();
  context.moveTo(layer.width + length / 3, y);
  context.lineTo(layer.width - length, y - length * 0.6);
  context.lineTo(layer.width - length, y + length * 0.6);
  context.closePath();
  context.fill();
}
