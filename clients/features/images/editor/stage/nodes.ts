import type { Box, Matrix } from "../model/matrix";
import { multiply, translation } from "../model/matrix";
import { Konva, Rect, type Transformer } from "./konva";

/** Colors of the theme, for what is drawn over the picture. */
export interface Ink {
  accent: string;
  surface: string;
  scrim: string;
}

/** Reads the colors of the theme where an element is. */
export function readInk(element: Element): Ink {
  const style = getComputedStyle(element);
  const read = (name: string, otherwise: string) => style.getPropertyValue(name).trim() || otherwise;
  return {
    accent: read("--accent", "#4f46e5"),
    surface: read("--raised", "#ffffff"),
    scrim: read("--scrim", "rgba(0, 0, 0, 0.5)"),
  };
}

const CHECKER_PX = 8;

/** Draws the pattern that stands for transparency. */
export function checkerPattern(): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = 2 * CHECKER_PX;
  canvas.height = 2 * CHECKER_PX;
  const context = canvas.getContext("2d");
  if (!context) return canvas;
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#d9d9de";
  context.fillRect(0, 0, CHECKER_PX, CHECKER_PX);
  context.fillRect(CHECKER_PX, CHECKER_PX, CHECKER_PX, CHECKER_PX);
  return canvas;
}

/** Rectangle that stands for a layer while it is moved, with the content box as its size. */
export function placeProxy(proxy: Rect, matrix: Matrix, box: Box): void {
  const { x, y, rotation, scaleX, scaleY, skewX, skewY } = new Konva.Transform([
    ...multiply(matrix, translation(box.x, box.y)),
  ]).decompose();
  proxy.setAttrs({ x, y, rotation, scaleX, scaleY, skewX, skewY, width: box.width, height: box.height });
}

/** Returns the matrix of the layer that a proxy stands for. */
export function matrixOf(proxy: Rect, box: Box): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = proxy.getTransform().getMatrix();
  return multiply([a, b, c, d, e, f], translation(-box.x, -box.y));
}

export const newProxy = (name: string): Rect =>
  new Rect({ name, draggable: true, fill: "rgba(0, 0, 0, 0)", strokeEnabled: false });

/** Gives handles the look of the theme; larger ones for fingers. */
export function styleHandles(transformer: Transformer, { accent, surface }: Ink, coarse: boolean): void {
  transformer.setAttrs({
    borderStroke: accent,
    borderStrokeWidth: 1.5,
    anchorStroke: accent,
    anchorFill: surface,
    anchorSize: coarse ? 20 : 11,
    anchorCornerRadius: coarse ? 10 : 3,
    rotateAnchorOffset: coarse ? 36 : 26,
  });
}
