import type { Mask } from "../mask/mask";
import { type Box, IDENTITY, type Matrix, type Point } from "./matrix";

/** Version of the stored form; a reader of a newer version is required for documents with a higher one. */
export const DOCUMENT_VERSION = 1;

export const LAYERS_MAX = 100;
/** Longest side of a document and of an export, in pixels. */
export const SIDE_MAX = 8192;

export const BLENDS = [
  "normal",
  "multiply",
  "screen",
  "overlay",
  "darken",
  "lighten",
  "soft-light",
  "hard-light",
  "difference",
  "color",
  "luminosity",
] as const;
export type Blend = (typeof BLENDS)[number];

export const ADJUSTMENTS = ["brightness", "contrast", "saturation", "warmth", "blur", "sharpness"] as const;
export type Adjustment = (typeof ADJUSTMENTS)[number];
/** Settings of an adjustment layer: from -100 to 100, blur and sharpness from 0 to 100. */
export type Adjustments = Readonly<Record<Adjustment, number>>;

export const SHAPES = ["rectangle", "ellipse", "triangle", "star", "line", "arrow"] as const;
export type ShapeName = (typeof SHAPES)[number];

export type TextAlign = "start" | "center" | "end";

/** Pixels to which something is limited. Strokes on one selection share its mask. */
export interface Clip {
  mask: Mask;
  /** Places pixels of the mask in the coordinates of the layer. */
  matrix: Matrix;
}

/** Brush stroke in the coordinates of its layer. */
export interface Stroke {
  kind: "stroke";
  points: readonly (readonly [x: number, y: number])[];
  size: number;
  /** From 0 (soft to the center) to 1 (a sharp edge). */
  hardness: number;
  color: string;
  opacity: number;
  /** True if the stroke takes away instead of adding. */
  erases: boolean;
  /** Selection within which it was drawn; absent without one. */
  clip?: Clip;
}

/** Filled selection. */
export interface Region extends Clip {
  kind: "region";
  color: string;
  erases: boolean;
}

export type Mark = Stroke | Region;

/** Mask of a layer: marks that erase hide it, all others show it again. */
export interface LayerMask {
  /** True if everything is hidden until a mark shows it. */
  hidesAll: boolean;
  marks: readonly Mark[];
  enabled: boolean;
}

interface LayerBase {
  id: string;
  name: string;
  matrix: Matrix;
  /** From 0 to 1. */
  opacity: number;
  blend: Blend;
  visible: boolean;
  locked: boolean;
  mask: LayerMask | null;
}

export interface PictureLayer extends LayerBase {
  kind: "picture";
  /** Id of the picture's bytes, which are stored beside the document. */
  asset: string;
  width: number;
  height: number;
}

export interface PaintLayer extends LayerBase {
  kind: "paint";
  marks: readonly Mark[];
}

export interface TextLayer extends LayerBase {
  kind: "text";
  text: string;
  size: number;
  color: string;
  weight: 400 | 700;
  italic: boolean;
  align: TextAlign;
}

export interface ShapeLayer extends LayerBase {
  kind: "shape";
  shape: ShapeName;
  width: number;
  height: number;
  fill: string | null;
  stroke: string | null;
  strokeWidth: number;
}

/** Changes all layers beneath it. */
export interface AdjustmentLayer extends LayerBase {
  kind: "adjustment";
  values: Adjustments;
}

export type Layer = PictureLayer | PaintLayer | TextLayer | ShapeLayer | AdjustmentLayer;
export type LayerKind = Layer["kind"];

export interface EditorDocument {
  version: typeof DOCUMENT_VERSION;
  /** Visible part of the plane on which the layers lie. Cropping changes only this. */
  frame: Box;
  /** Turns, mirrors and sizes that the whole plane has got since the picture was opened. */
  plane: Matrix;
  /** From the lowest to the highest. */
  layers: readonly Layer[];
  /** Selected area, with the frame's top left corner at the time it was made. */
  selection: Selection | null;
}

export interface Selection {
  mask: Mask;
  origin: Point;
}

export const emptyDocument = (width: number, height: number): EditorDocument => ({
  version: DOCUMENT_VERSION,
  frame: { x: 0, y: 0, width, height },
  plane: IDENTITY,
  layers: [],
  selection: null,
});

export const layerOf = (document: EditorDocument, id: string | null): Layer | undefined =>
  document.layers.find((layer) => layer.id === id);

/** Returns the ids of all pictures that a document shows. */
export const assetsOf = (document: EditorDocument): string[] => [
  ...new Set(document.layers.flatMap((layer) => (layer.kind === "picture" ? [layer.asset] : []))),
];
