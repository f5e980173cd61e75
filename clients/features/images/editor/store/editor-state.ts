import type { LiveMark } from "../draw/layer-rasters";
import type { Combination } from "../mask/mask";
import type { ShapeName, TextAlign, TextLayer } from "../model/document";
import type { Edited } from "../model/history";
import type { Box, Point, Size } from "../model/matrix";
import type { MarkPlace, Operation } from "../model/operations";
import type { View } from "../stage/view";

export const TOOLS = [
  "move",
  "hand",
  "brush",
  "eraser",
  "rectangle",
  "lasso",
  "wand",
  "select_brush",
  "crop",
  "text",
  "shape",
] as const;
export type ToolName = (typeof TOOLS)[number];

/** Tools that change the selection. */
export const SELECTING: readonly ToolName[] = ["rectangle", "lasso", "wand", "select_brush"];
/** Tools with a round tip of a certain size. */
export const WITH_TIP: readonly ToolName[] = ["brush", "eraser", "select_brush"];

export const BRUSH_MAX_PX = 500;

export interface Brush {
  size: number;
  hardness: number;
  opacity: number;
}

/** Last thing that happened, read aloud. */
export interface Announcement {
  key: string;
  values?: Record<string, string | number>;
  /** Grows, so that the same text is read again. */
  count: number;
}

/** State of the copy on this device. */
export type Saving = "saved" | "unsaved" | "conflict" | "failed";

/** Text layer that is being typed in; a new one is not part of the document yet. */
export interface Typing {
  layer: TextLayer;
  isNew: boolean;
}

export interface EditorState {
  edited: Edited;
  /** Changes of a gesture that is not over. */
  preview: readonly Operation[];
  live: LiveMark | null;
  /** Outline that is being drawn. */
  outline: readonly Point[];
  activeId: string | null;
  /** Part of the active layer on which brushes work. */
  place: MarkPlace;
  tool: ToolName;
  color: string;
  brush: Brush;
  text: { size: number; bold: boolean; italic: boolean; align: TextAlign };
  shape: { shape: ShapeName; filled: boolean; strokeWidth: number };
  wand: { tolerance: number; contiguous: boolean };
  combination: Combination;
  view: View;
  /** Size of the canvas on the screen. */
  room: Size;
  cropBox: Box | null;
  /** Ratio of width to height that a crop keeps. */
  cropRatio: number | null;
  /** Text that is being typed. */
  typing: Typing | null;
  /** Place of the divider between before and after, from 0 to 1; null while not comparing. */
  compareAt: number | null;
  /** Place of the keyboard's pointer in the document; null until a key moves it. */
  pointer: Point | null;
  announcement: Announcement | null;
  saving: Saving;
}

export const initialState = (edited: Edited): EditorState => ({
  edited,
  preview: [],
  live: null,
  outline: [],
  activeId: edited.document.layers.at(-1)?.id ?? null,
  place: "paint",
  tool: "move",
  color: "#e11d48",
  brush: { size: 40, hardness: 0.8, opacity: 1 },
  text: { size: 48, bold: false, italic: false, align: "start" },
  shape: { shape: "rectangle", filled: true, strokeWidth: 6 },
  wand: { tolerance: 24, contiguous: true },
  combination: "replace",
  view: { zoom: 1, x: 0, y: 0 },
  room: { width: 0, height: 0 },
  cropBox: null,
  cropRatio: null,
  typing: null,
  compareAt: null,
  pointer: null,
  announcement: null,
  saving: "saved",
});
