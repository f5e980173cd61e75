import { REFERENCE_MIN_PIXELS, sendPicture } from "@ensemble/blocks/images/send-picture";
import type { ImageModel, ImageToolInfo, ImageWork } from "@ensemble/contract/wire";
import { INITIAL_SETTINGS, workOf } from "../studio/create-settings";
import { isAvailable } from "../tools/is-available";
import type { Stroke } from "../tools/mask-strokes";
import { type OptionValues, toolBody } from "../tools/tool-options";
import { toolOf } from "../tools/tool-table";
import { drawingFile } from "./drawing";
import { strengthOf } from "./RatioScale";
import type { Wanted } from "./use-live";

/** What makes an image of a drawing. */
export type CanvasEngine =
  | { kind: "model"; id: string; model: ImageModel }
  | { kind: "filter"; id: string; tool: string };

/** Filters of this server that make something of a drawing, the best first. */
export const CANVAS_FILTERS = [
  "oil_painting",
  "illustration",
  "cartoon",
  "anime_look",
  "pixel_art",
  "sketch",
  "line_art",
] as const;

/** Returns the engines of a server: models that take a reference, then filters. */
export const canvasEngines = (
  models: readonly ImageModel[],
  tools: readonly ImageToolInfo[],
): readonly CanvasEngine[] => [
  ...models
    .filter(({ abilities }) => abilities.references_max > 0)
    .map((model): CanvasEngine => ({ kind: "model", id: `model:${model.id}`, model })),
  ...CANVAS_FILTERS.filter((name) => tools.some((info) => info.kind === name && isAvailable(info))).map(
    (tool): CanvasEngine => ({ kind: "filter", id: `filter:${tool}`, tool }),
  ),
];

/** What is on the canvas, and what is to be made of it. */
export interface CanvasContent {
  /** Strokes that are finished. */
  finished: readonly Stroke[];
  /** Changes with each finished stroke. */
  version: number;
  prompt: string;
  ratio: number;
  /** Options of the filter. */
  values: OptionValues;
}

/** Returns what is missing for an image; null: nothing. */
export function canvasMissing(
  engine: CanvasEngine | undefined,
  { finished, prompt }: Pick<CanvasContent, "finished" | "prompt">,
): "engine" | "drawing" | "prompt" | null {
  if (!engine) return "engine";
  if (finished.length === 0) return "drawing";
  return engine.kind === "model" && prompt.trim() === "" ? "prompt" : null;
}

/** Returns what a live session makes of a drawing. Images of filters are replaced by the next one. */
export function canvasWanted(engine: CanvasEngine | undefined, content: CanvasContent): Wanted | null {
  if (!engine) return null;
  const { finished, version, prompt, ratio, values } = content;
  const settings = engine.kind === "model" ? [prompt.trim(), ratio] : values;
  return {
    key: JSON.stringify([engine.id, version, settings]),
    keepsAll: engine.kind === "model",
    work: async (signal) => {
      const file = await drawingFile(finished);
      const { fileId } = await sendPicture({ file, minPixels: REFERENCE_MIN_PIXELS, signal });
      return canvasWork(engine, content, fileId);
    },
  };
}

/** Returns the work that makes an image of a drawing that was sent. */
export function canvasWork(
  engine: CanvasEngine,
  { prompt, ratio, values }: Pick<CanvasContent, "prompt" | "ratio" | "values">,
  fileId: string,
): ImageWork {
  if (engine.kind === "model") {
    const { model } = engine;
    const strength = model.abilities.strength ? strengthOf(ratio) : null;
    return workOf(model, prompt, INITIAL_SETTINGS, [{ file_id: fileId, strength }]);
  }
  const entry = toolOf(engine.tool);
  return {
    type: "tool",
    tool: toolBody(
      { tool: engine.tool, picture: "required", mask: "none", options: entry?.options ?? [] },
      values,
      { hasPicture: true, hasMask: false },
    ),
    file_ids: [fileId],
    mask_file_id: null,
    parent_id: null,
  };
}
