import { PICTURE_MIN_PIXELS, sendPicture } from "@ensemble/blocks/images/send-picture";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { beginTask, imageTasks } from "../image-queries";
import { maskOf, type Stroke } from "./mask-strokes";
import { type OptionValues, toolBody } from "./tool-options";
import type { ToolEntry } from "./tool-table";

/** Pictures that are sent at the same time. */
const AT_ONCE = 2;

/** A picture on its way through a tool. */
export interface ToolItem {
  key: number;
  /** Null for tools that take no picture. */
  file: File | null;
  name: string;
  /** Image that the file is of; null: it is none of the gallery. */
  parentId: string | null;
  /** Address of the picture as it was chosen. */
  preview: string | null;
  state: "ready" | "sending" | "sent" | "refused";
  taskId: string | null;
  error: unknown;
}

/** Mask of the chosen picture, and the picture behind it. */
export interface ToolExtras {
  strokes: readonly Stroke[];
  /** Size of the picture that the strokes are on. */
  size: { width: number; height: number } | null;
  second: File | null;
}

/** Queue of a tool: chosen pictures are sent and become a task each. Leaving the page aborts the sending. */
export function useToolRun(entry: ToolEntry) {
  const client = useQueryClient();
  const [items, setItems] = useState<readonly ToolItem[]>([]);
  const count = useRef(0);
  const controller = useRef<AbortController>(null);
  const addresses = useRef(new Set<string>());
  useEffect(() => {
    const own = new AbortController();
    controller.current = own;
    const made = addresses.current;
    return () => {
      own.abort();
      for (const address of made) URL.revokeObjectURL(address);
    };
  }, []);

  const itemOf = (file: File | null, parentId: string | null = null): ToolItem => {
    count.current += 1;
    const preview = file ? URL.createObjectURL(file) : null;
    if (preview) addresses.current.add(preview);
    return {
      key: count.current,
      file,
      name: file?.name ?? "",
      parentId,
      preview,
      state: "ready",
      taskId: null,
      error: null,
    };
  };
  const put = (key: number, change: Partial<ToolItem>) =>
    setItems((before) => before.map((item) => (item.key === key ? { ...item, ...change } : item)));

  const sendOne = async (item: ToolItem, values: OptionValues, extras: ToolExtras) => {
    const signal = controller.current?.signal ?? new AbortController().signal;
    put(item.key, { state: "sending", error: null });
    try {
      const send = (file: File, minPixels = PICTURE_MIN_PIXELS) =>
        sendPicture({ file, minPixels, maxPixels: entry.maxPixels, signal }).then(({ fileId }) => fileId);
      const { file } = item;
      const picture = file ? await send(file) : null;
      const mask = await maskFile(extras);
      const maskId = mask ? await send(mask) : null;
      const second = needsSecond(values) && extras.second ? await send(extras.second) : null;
      const begun = await beginTask({
        id: uuidV7(),
        board_id: null,
        work: {
          type: "tool",
          tool: toolBody({ ...entry, tool: entry.tool ?? "" }, values, {
            hasPicture: picture !== null,
            hasMask: maskId !== null,
          }),
          file_ids: [picture, second].filter((id) => id !== null),
          mask_file_id: maskId,
          parent_id: item.parentId,
        },
      });
      client.setQueryData(imageTasks.one(begun.id).queryKey, begun);
      put(item.key, { state: "sent", taskId: begun.id });
    } catch (error) {
      if (!signal.aborted) put(item.key, { state: "refused", error });
    }
  };
  return {
    items,
    add: (files: readonly File[], parentId: string | null = null) =>
      setItems((before) => [...before, ...files.map((file) => itemOf(file, parentId))]),
    replace: (file: File, parentId: string | null = null) => setItems([itemOf(file, parentId)]),
    remove: (key: number) => setItems((before) => before.filter((item) => item.key !== key)),
    clear: () => setItems([]),
    /** Sends what is ready; for tools without pictures, one more. */
    start: async (values: OptionValues, extras: ToolExtras) => {
      const ready = entry.picture === "none" || items.length === 0 ? [itemOf(null)] : items.filter(isReady);
      if (ready.some(({ file }) => file === null)) setItems((before) => [...ready, ...before]);
      await inParallel(ready, AT_ONCE, (item) => sendOne(item, values, extras));
    },
    again: (item: ToolItem, values: OptionValues, extras: ToolExtras) => sendOne(item, values, extras),
  };
}

export type ToolRun = ReturnType<typeof useToolRun>;

/** True if an item waits for the start, or can be sent once more. */
export const isReady = ({ state, file }: ToolItem): boolean =>
  file !== null && (state === "ready" || state === "refused");

/** True if the options ask for a second picture. */
export const needsSecond = ({ background }: OptionValues): boolean =>
  typeof background === "object" && "kind" in background && background.kind === "picture";

async function maskFile({ strokes, size }: ToolExtras): Promise<File | null> {
  if (strokes.length === 0 || !size) return null;
  return new File([await maskOf(strokes, size)], "mask.png", { type: "image/png" });
}

/** Works on all, a few at the same time. */
async function inParallel<One>(all: readonly One[], most: number, work: (one: One) => Promise<void>) {
  const waiting = [...all];
  const next = async (): Promise<void> => {
    const one = waiting.shift();
    if (one === undefined) return;
    await work(one);
    await next();
  };
  await Promise.all(Array.from({ length: most }, next));
}
