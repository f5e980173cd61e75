import { useDrafts } from "@ensemble/blocks/drafts/use-draft-text";
import { useMe, useSettings } from "@ensemble/blocks/session-queries";
import { modelsQuery } from "@ensemble/blocks/shared-queries";
import type { Humanization, HumanizationTone } from "@ensemble/contract/wire";
import { useHost } from "@ensemble/host/HostContext";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { humanizeMutation } from "./humanizer-queries";

export const TONES: readonly HumanizationTone[] = ["natural", "plain", "formal"];
const TONE_KEY = "humanizer.tone";

/**
 * Form state of a humanization: text, tone and model. Typed text is kept until it is submitted; for an
 * existing humanization, the changes to its text.
 */
export function useRewriting(known: Humanization | null, onBegun: (id: string) => void) {
  const me = useMe();
  const drafts = useDrafts();
  const { storage } = useHost();
  const begin = useMutation(humanizeMutation(useQueryClient()));
  const place = `humanizer/${me.id}/${known?.id ?? "new"}`;
  const [words, setWords] = useState(() => drafts.read(place) || (known?.text ?? ""));
  const [tone, setTone] = useState(
    () => known?.tone ?? TONES.find((one) => one === storage.get(TONE_KEY)) ?? "natural",
  );
  const model = useWritingModel();

  const start = (text: string, inTone: HumanizationTone) => {
    if (text.trim() === "" || begin.isPending) return;
    begin.mutate(
      { text, tone: inTone, model: model.id },
      {
        onSuccess: ({ id }) => {
          if (drafts.read(place) === text) drafts.write(place, "");
          onBegun(id);
        },
      },
    );
  };
  return {
    words,
    setWords: (next: string) => {
      setWords(next);
      drafts.write(place, next === known?.text ? "" : next);
    },
    tone,
    setTone: (next: HumanizationTone) => {
      setTone(next);
      storage.set(TONE_KEY, next);
    },
    model,
    start,
    isStarting: begin.isPending,
    error: begin.error,
  };
}

export type Rewriting = ReturnType<typeof useRewriting>;

/** Returns the models that can rewrite: all but the built-in engine. Undefined until loaded. */
function useWritingModel() {
  const { default_model: own } = useSettings();
  const models = useQuery(modelsQuery).data;
  const [chosen, setChosen] = useState<string | null>(null);
  const able = models?.models.filter(({ provider }) => provider !== "builtin");
  const wanted = [chosen, own, models?.default_model ?? null];
  const id = wanted.find((one) => able?.some((model) => model.id === one)) ?? able?.[0]?.id ?? null;
  return { able, id, choose: setChosen };
}
