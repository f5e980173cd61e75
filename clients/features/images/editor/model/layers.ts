import { uuidV7 } from "@ensemble/contract/uuid-v7";
import {
  ADJUSTMENTS,
  type AdjustmentLayer,
  type Adjustments,
  type Layer,
  type LayerMask,
  type PaintLayer,
  type PictureLayer,
  type ShapeLayer,
  type TextLayer,
} from "./document";
import {
  type Box,
  centerOf,
  IDENTITY,
  type Matrix,
  multiply,
  type Size,
  scaling,
  translation,
} from "./matrix";

/** Returns the id of a layer. Over plain http browsers have no `crypto.randomUUID`. */
export const newId = (): string => uuidV7();

const base = (name: string, matrix: Matrix = IDENTITY) => ({
  id: newId(),
  name,
  matrix,
  opacity: 1,
  blend: "normal" as const,
  visible: true,
  locked: false,
  mask: null,
});

export const pictureLayer = (name: string, asset: string, size: Size, matrix: Matrix): PictureLayer => ({
  ...base(name, matrix),
  kind: "picture",
  asset,
  width: size.width,
  height: size.height,
});

export const paintLayer = (name: string): PaintLayer => ({ ...base(name), kind: "paint", marks: [] });

export const textLayer = (
  name: string,
  matrix: Matrix,
  style: Pick<TextLayer, "text" | "size" | "color" | "weight" | "italic" | "align">,
): TextLayer => ({ ...base(name, matrix), kind: "text", ...style });

export const shapeLayer = (
  name: string,
  matrix: Matrix,
  style: Pick<ShapeLayer, "shape" | "width" | "height" | "fill" | "stroke" | "strokeWidth">,
): ShapeLayer => ({ ...base(name, matrix), kind: "shape", ...style });

export const NO_ADJUSTMENTS = Object.fromEntries(
  ADJUSTMENTS.map((name) => [name, 0]),
) as unknown as Adjustments;

export const adjustmentLayer = (name: string, values: Adjustments = NO_ADJUSTMENTS): AdjustmentLayer => ({
  ...base(name),
  kind: "adjustment",
  values,
});

export const openMask = (): LayerMask => ({ hidesAll: false, marks: [], enabled: true });

export const copyOf = (layer: Layer, name: string): Layer => ({ ...layer, id: newId(), name });

/** Places a picture in the middle of a frame: made smaller to fit, and never larger. */
export function fitInto(frame: Box, { width, height }: Size): Matrix {
  const scale = Math.min(1, frame.width / width, frame.height / height);
  const center = centerOf(frame);
  return multiply(
    translation(center.x - (width * scale) / 2, center.y - (height * scale) / 2),
    scaling(scale),
  );
}

/** Difference of two ratios that still counts as the same. */
const SAME_RATIO = 0.01;

/**
 * Places what a tool made of the whole picture: over the frame if it has its ratio; else in its size around the
 * middle, with a frame that has room for it.
 */
export function placeResult(frame: Box, size: Size): { matrix: Matrix; frame: Box } {
  const ratio = size.width / size.height / (frame.width / frame.height);
  if (Math.abs(ratio - 1) <= SAME_RATIO)
    return {
      matrix: multiply(
        translation(frame.x, frame.y),
        scaling(frame.width / size.width, frame.height / size.height),
      ),
      frame,
    };
  const center = centerOf(frame);
  const width = Math.max(frame.width, size.width);
  const height = Math.max(frame.height, size.height);
  return {
    matrix: translation(Math.round(center.x - size.width / 2), Math.round(center.y - size.height / 2)),
    frame: { x: Math.round(center.x - width / 2), y: Math.round(center.y - height / 2), width, height },
  };
}
