import { useDraftText } from "@ensemble/blocks/drafts/use-draft-text";
import { useMe } from "@ensemble/blocks/session-queries";
import { useHost } from "@ensemble/host/HostContext";
import { useState } from "react";
import type { Stroke } from "../tools/mask-strokes";
import { initialValues, type OptionValues } from "../tools/tool-options";
import { toolOf } from "../tools/tool-table";
import type { CanvasEngine } from "./canvas-work";
import { readStrokes, storedStrokes } from "./drawing";
import { RATIO_SCALE } from "./RatioScale";

const ENGINE_KEY = "images.canvas_engine";

/** State of the realtime canvas. What was drawn and written is kept through a reload. */
export function useCanvasForm(engines: readonly CanvasEngine[]) {
  const me = useMe();
  const { storage } = useHost();
  const place = `images/${me.id}/canvas`;
  const [prompt, setPrompt] = useDraftText(place);
  const [stored, setStored] = useDraftText(`strokes:${place}`);
  const [strokes, setStrokes] = useState(() => readStrokes(stored));
  const [finished, setFinished] = useState({ strokes, version: 0 });
  const [ratio, setRatio] = useState(RATIO_SCALE.initial);
  const [engineId, setEngineId] = useState(() => storage.get(ENGINE_KEY));
  const [options, setOptions] = useState<Readonly<Record<string, OptionValues>>>({});
  const engine = engines.find(({ id }) => id === engineId) ?? engines[0];
  const tool = engine?.kind === "filter" ? engine.tool : "";
  return {
    prompt,
    setPrompt,
    strokes,
    finished: finished.strokes,
    version: finished.version,
    draw: (next: readonly Stroke[], isDrawing: boolean) => {
      setStrokes(next);
      if (isDrawing) return;
      setFinished(({ version }) => ({ strokes: next, version: version + 1 }));
      setStored(storedStrokes(next));
    },
    ratio,
    setRatio,
    engine,
    choose: (id: string) => {
      setEngineId(id);
      storage.set(ENGINE_KEY, id);
    },
    values: options[tool] ?? initialValues(toolOf(tool)?.options ?? []),
    setValues: (values: OptionValues) => setOptions({ ...options, [tool]: values }),
  };
}

export type CanvasForm = ReturnType<typeof useCanvasForm>;
