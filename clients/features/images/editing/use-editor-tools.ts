import { sendPicture } from "@ensemble/blocks/images/send-picture";
import { usePictureError } from "@ensemble/blocks/images/use-picture-error";
import type { ImageModel, ImageWork } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { EditorTool } from "../editor/ImageEditor";
import { imageModelsQuery, imageToolsQuery } from "../image-queries";
import { INITIAL_SETTINGS, workOf } from "../studio/create-settings";
import { isAvailable } from "../tools/is-available";
import { initialValues, toolBody } from "../tools/tool-options";
import { type ToolEntry, toolOf } from "../tools/tool-table";
import { runTask } from "./run-task";
import { maskForTool } from "./tool-mask";

/** Tools of the server that the editor offers, in this order. */
const OFFERED = [
  "remove_background",
  "erase_area",
  "remove_object",
  "remove_text",
  "upscale",
  "enhance",
  "sharpen",
  "denoise",
  "extend",
  "cartoon",
  "sketch",
] as const;

/** Instruction for a model, as its person gives it. */
export interface Instruction {
  prompt: string;
  model: ImageModel;
}

/** Asks for an instruction; rejects with an `AbortError` where there will be none. */
export type AskInstruction = (models: readonly ImageModel[], signal: AbortSignal) => Promise<Instruction>;

/** Returns the tools of the editor: those of this server, and the connected models that edit. */
export function useEditorTools(imageId: string | null, ask: AskInstruction): readonly EditorTool[] {
  const text = useText("images");
  const errorText = usePictureError();
  const { data: known } = useQuery(imageToolsQuery);
  const { data: models } = useQuery(imageModelsQuery);
  return useMemo(() => {
    const own = OFFERED.flatMap((name): EditorTool[] => {
      const entry = toolOf(name);
      const info = known?.find(({ kind }) => kind === name);
      if (!entry || !info || !isAvailable(info)) return [];
      return [
        {
          name,
          label: text(`tool.${entry.key}`),
          needsMask: entry.mask === "required",
          run: (picture, mask, signal) => told(runTool(entry, { picture, mask, imageId, signal }), errorText),
        },
      ];
    });
    const able = (models ?? []).filter(({ abilities }) => abilities.references_max > 0);
    if (able.length === 0) return own;
    const edit: EditorTool = {
      name: "model_edit",
      label: text("edit_with_model"),
      needsMask: false,
      run: async (picture, mask, signal) => {
        const instruction = await ask(able, signal);
        return told(runModel(instruction, { picture, mask, imageId, signal }), errorText);
      },
    };
    return [edit, ...own];
  }, [text, errorText, known, models, imageId, ask]);
}

interface Given {
  picture: Blob;
  mask: Blob | null;
  imageId: string | null;
  signal: AbortSignal;
}

async function runTool(entry: ToolEntry, { picture, mask, imageId, signal }: Given): Promise<Blob> {
  const takesMask = entry.mask === "required" && mask !== null;
  const pictureId = await send(picture, "picture.png", signal);
  const maskId = takesMask ? await send(await maskForTool(mask), "mask.png", signal) : null;
  const pictures = { hasPicture: true, hasMask: false };
  const work: ImageWork = {
    type: "tool",
    tool: toolBody({ ...entry, tool: entry.tool ?? "" }, initialValues(entry.options), pictures),
    file_ids: [pictureId],
    mask_file_id: maskId,
    parent_id: imageId,
  };
  return runTask(work, signal);
}

async function runModel(
  { prompt, model }: Instruction,
  { picture, mask, imageId, signal }: Given,
): Promise<Blob> {
  const pictureId = await send(picture, "picture.png", signal);
  const takesMask = model.abilities.mask && mask !== null;
  const maskId = takesMask ? await send(mask, "mask.png", signal) : null;
  const work = workOf(model, prompt, INITIAL_SETTINGS, [{ file_id: pictureId }], imageId);
  return runTask({ ...work, mask_file_id: maskId }, signal);
}

/** Shortest side of what the editor sends: the server says what is too small for a tool. */
const MIN_PIXELS = 1;

const send = async (content: Blob, name: string, signal: AbortSignal): Promise<string> => {
  const file = new File([content], name, { type: "image/png" });
  return (await sendPicture({ file, minPixels: MIN_PIXELS, signal })).fileId;
};

/** Puts an error into the person's words, as the editor shows it. */
async function told<Result>(work: Promise<Result>, errorText: (error: unknown) => string): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Error(errorText(error), { cause: error });
  }
}
