import type { ShapeName, TextAlign } from "../editor/model/document";
import type { DesignColors, LayoutName } from "./design-table";

/** Texts that layouts begin with: `design_text.<name>`. */
export type SampleText =
  | "headline"
  | "subtitle"
  | "quote"
  | "author"
  | "date"
  | "event"
  | "place"
  | "percent"
  | "offer"
  | "until"
  | "photo";

/** Place in shares of the design: 0 to 1 from its left and top. */
interface Place {
  x: number;
  y: number;
  width: number;
}

export interface ShapeItem extends Place {
  kind: "shape";
  shape: ShapeName;
  height: number;
  /** True if its sides are equal: `width` is a share of the shorter side. */
  isEven?: true;
  color: keyof DesignColors;
  /** Width of the outline as a share of the shorter side; absent: it is filled. */
  outline?: number;
}

export interface TextItem extends Place {
  kind: "text";
  text: SampleText;
  /** Size of the letters as a share of the shorter side. */
  size: number;
  /** Share of the design that its lines may take at most. */
  height: number;
  color: keyof DesignColors;
  isBold?: true;
  isItalic?: true;
  align?: TextAlign;
}

export type DesignItem = ShapeItem | TextItem;

/** What each layout consists of, from the lowest to the highest. The ground is below all of them. */
export const LAYOUT_ITEMS: Readonly<Record<LayoutName, readonly DesignItem[]>> = {
  blank: [],
  headline: [
    {
      kind: "shape",
      shape: "ellipse",
      x: 0.62,
      y: -0.18,
      width: 0.75,
      height: 0.75,
      isEven: true,
      color: "soft",
    },
    { kind: "shape", shape: "rectangle", x: 0.08, y: 0.46, width: 0.14, height: 0.014, color: "accent" },
    {
      kind: "text",
      text: "headline",
      x: 0.08,
      y: 0.5,
      width: 0.84,
      height: 0.28,
      size: 0.13,
      color: "ink",
      isBold: true,
    },
    {
      kind: "text",
      text: "subtitle",
      x: 0.08,
      y: 0.8,
      width: 0.84,
      height: 0.12,
      size: 0.052,
      color: "accent",
    },
  ],
  photo: [
    { kind: "shape", shape: "rectangle", x: 0, y: 0, width: 1, height: 0.64, color: "soft" },
    {
      kind: "text",
      text: "photo",
      x: 0.1,
      y: 0.29,
      width: 0.8,
      height: 0.1,
      size: 0.045,
      color: "accent",
      align: "center",
    },
    {
      kind: "text",
      text: "headline",
      x: 0.08,
      y: 0.68,
      width: 0.84,
      height: 0.17,
      size: 0.1,
      color: "ink",
      isBold: true,
    },
    {
      kind: "text",
      text: "subtitle",
      x: 0.08,
      y: 0.87,
      width: 0.84,
      height: 0.08,
      size: 0.045,
      color: "accent",
    },
  ],
  quote: [
    { kind: "shape", shape: "rectangle", x: 0, y: 0, width: 0.035, height: 1, color: "accent" },
    {
      kind: "text",
      text: "quote",
      x: 0.1,
      y: 0.22,
      width: 0.8,
      height: 0.42,
      size: 0.085,
      color: "ink",
      isItalic: true,
      align: "center",
    },
    { kind: "shape", shape: "rectangle", x: 0.44, y: 0.7, width: 0.12, height: 0.008, color: "accent" },
    {
      kind: "text",
      text: "author",
      x: 0.1,
      y: 0.75,
      width: 0.8,
      height: 0.1,
      size: 0.05,
      color: "accent",
      isBold: true,
      align: "center",
    },
  ],
  event: [
    { kind: "shape", shape: "rectangle", x: 0, y: 0, width: 1, height: 0.36, color: "accent" },
    {
      kind: "text",
      text: "date",
      x: 0.08,
      y: 0.09,
      width: 0.84,
      height: 0.2,
      size: 0.16,
      color: "onAccent",
      isBold: true,
    },
    {
      kind: "text",
      text: "event",
      x: 0.08,
      y: 0.43,
      width: 0.84,
      height: 0.3,
      size: 0.11,
      color: "ink",
      isBold: true,
    },
    {
      kind: "text",
      text: "place",
      x: 0.08,
      y: 0.79,
      width: 0.84,
      height: 0.12,
      size: 0.052,
      color: "accent",
    },
  ],
  offer: [
    {
      kind: "shape",
      shape: "ellipse",
      x: 0.5,
      y: 0.36,
      width: 0.56,
      height: 0.56,
      isEven: true,
      color: "accent",
    },
    {
      kind: "text",
      text: "percent",
      x: 0.25,
      y: 0.26,
      width: 0.5,
      height: 0.2,
      size: 0.17,
      color: "onAccent",
      isBold: true,
      align: "center",
    },
    {
      kind: "text",
      text: "offer",
      x: 0.08,
      y: 0.69,
      width: 0.84,
      height: 0.14,
      size: 0.09,
      color: "ink",
      isBold: true,
      align: "center",
    },
    {
      kind: "text",
      text: "until",
      x: 0.08,
      y: 0.85,
      width: 0.84,
      height: 0.08,
      size: 0.045,
      color: "accent",
      align: "center",
    },
  ],
  frame: [
    {
      kind: "shape",
      shape: "rectangle",
      x: 0.05,
      y: 0.05,
      width: 0.9,
      height: 0.9,
      color: "accent",
      outline: 0.008,
    },
    {
      kind: "text",
      text: "headline",
      x: 0.12,
      y: 0.34,
      width: 0.76,
      height: 0.28,
      size: 0.12,
      color: "ink",
      isBold: true,
      align: "center",
    },
    {
      kind: "text",
      text: "subtitle",
      x: 0.12,
      y: 0.65,
      width: 0.76,
      height: 0.12,
      size: 0.05,
      color: "accent",
      align: "center",
    },
  ],
};
