import { useEffect, useRef, useState } from "react";
import { exportPicture, maskPicture, maskToRemake, selectedMask } from "../draw/export-picture";
import type { EditorTool } from "../editor-tool";
import type { Editor } from "../store/editor";
import { addResult } from "./add-picture";

export interface ToolRun {
  tool: EditorTool;
  percent: number | null;
}

/** Means that a run needs, apart from the tool itself. */
export interface RunMeans {
  picture: (editor: Editor) => Promise<Blob>;
  /** Returns what a tool that needs a mask is to make anew: the selection, or what is transparent. */
  mask: (editor: Editor) => Promise<Blob | null>;
  /** Returns the selection alone, for tools that can do with or without one. */
  selection: (editor: Editor) => Promise<Blob | null>;
  add: (editor: Editor, result: Blob, name: string) => Promise<void>;
}

export const CANVAS_MEANS: RunMeans = {
  picture: ({ document, assets }) => exportPicture(document, assets, "png"),
  mask: async ({ document, assets }) => {
    const mask = await maskToRemake(document, assets);
    return mask && maskPicture(mask);
  },
  selection: async ({ document }) => {
    const mask = selectedMask(document);
    return mask && maskPicture(mask);
  },
  add: addResult,
};

/** True if the tool itself was left, as by a question that nobody answered. */
const isRefusal = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";

/** Runs tools, one at a time. What fails or is cancelled leaves the document as it is. */
export function useToolRun(editor: Editor, onFail: (error: unknown) => void, means: RunMeans = CANVAS_MEANS) {
  const [run, setRun] = useState<ToolRun | null>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const work = async (tool: EditorTool, signal: AbortSignal) => {
    const mask = await (tool.needsMask ? means.mask(editor) : means.selection(editor));
    if (tool.needsMask && !mask) {
      editor.say("mark_first");
      return;
    }
    const picture = await means.picture(editor);
    const result = await tool.run(picture, mask, signal, (percent) => setRun({ tool, percent }));
    if (signal.aborted) return;
    await means.add(editor, result, tool.label);
  };
  const start = async (tool: EditorTool) => {
    if (controller.current) return;
    const own = new AbortController();
    controller.current = own;
    setRun({ tool, percent: null });
    try {
      await work(tool, own.signal);
    } catch (error) {
      if (!own.signal.aborted && !isRefusal(error)) onFail(error);
    } finally {
      controller.current = null;
      setRun(null);
    }
  };
  const cancel = () => {
    controller.current?.abort();
    editor.say("cancelled");
  };
  return { run, start, cancel };
}
