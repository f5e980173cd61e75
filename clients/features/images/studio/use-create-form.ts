import { useDraftText } from "@ensemble/blocks/drafts/use-draft-text";
import { useMe } from "@ensemble/blocks/session-queries";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { Image, ImageMadeWith, ImageModel, ImageTask } from "@ensemble/contract/wire";
import { useHost } from "@ensemble/host/HostContext";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { beginTaskMutation } from "../image-queries";
import {
  type CreateSettings,
  fitSettings,
  INITIAL_SETTINGS,
  missingOf,
  priceOf,
  readSettings,
  settingsOf,
  sizeName,
  workOf,
} from "./create-settings";
import { addReferences, type Reference, readReferences, wireReferences } from "./references";

const SETTINGS_KEY = "images.settings";
const MODEL_KEY = "images.model";
const KEEP_KEY = "images.keep_prompt";

/**
 * State of the form for new images. What was typed or added is kept until it is sent: through a reload, an
 * error and a change of model.
 */
export function useCreateForm(models: readonly ImageModel[], onBegun: (task: ImageTask) => void) {
  const me = useMe();
  const { storage } = useHost();
  const place = `images/${me.id}/new`;
  const [prompt, setPrompt] = useDraftText(place);
  const [stored, setStored] = useDraftText(`files:${place}`);
  const references = readReferences(stored);
  const [settings, setSettings] = useState(() => readSettings(storage.get(SETTINGS_KEY)));
  const [modelId, setModelId] = useState(() => storage.get(MODEL_KEY));
  const [keepPrompt, setKeepPrompt] = useState(storage.get(KEEP_KEY) !== "no");
  const [parent, setParent] = useState<Image | null>(null);
  const begin = useMutation(beginTaskMutation(useQueryClient()));
  const model = models.find(({ id }) => id === modelId) ?? models[0];

  const setReferences = (next: readonly Reference[]) =>
    setStored(next.length > 0 ? JSON.stringify(next) : "");
  const change = (part: Partial<CreateSettings>) => {
    const next = { ...settings, ...part };
    setSettings(next);
    storage.set(SETTINGS_KEY, JSON.stringify(next));
  };
  const choose = (id: string) => {
    setModelId(id);
    storage.set(MODEL_KEY, id);
  };
  const missing = missingOf(model, prompt, settings, references.length);

  const send = (
    words: string,
    refers: readonly Reference[],
    parentId: string | null,
    onSent?: () => void,
  ) => {
    if (!model || begin.isPending) return;
    const work = workOf(model, words, settings, wireReferences(refers), parentId);
    begin.mutate(
      { id: uuidV7(), work, board_id: null },
      {
        onSuccess: (task) => {
          onSent?.();
          onBegun(task);
        },
      },
    );
  };
  return {
    model,
    choose,
    prompt,
    setPrompt,
    settings,
    /** Settings as the chosen model takes them. */
    fitted: model ? fitSettings(settings, model.abilities) : settings,
    change,
    resetSettings: () => change(INITIAL_SETTINGS),
    references,
    setReferences,
    addReferences: (added: readonly Reference[]) => setReferences(addReferences(references, added)),
    keepPrompt,
    setKeepPrompt: (keep: boolean) => {
      setKeepPrompt(keep);
      storage.set(KEEP_KEY, keep ? "yes" : "no");
    },
    missing,
    price: model ? priceOf(model, settings) : 0,
    isStarting: begin.isPending,
    error: begin.error,
    start: () => {
      if (missing !== null) return;
      const isReferred = references.some(({ fileId }) => fileId === parent?.file_id);
      send(prompt, references, isReferred && parent ? parent.id : null, () => !keepPrompt && setPrompt(""));
    },
    /** Makes another image from one, with other words. */
    startFrom: (image: Image, words: string) => send(words, [referenceTo(image)], image.id),
    /** Puts back the prompt and the settings with which an image was made. */
    recall: ({ prompt: revised, work, seed }: Image) => {
      setPrompt(promptOf(work, revised));
      if (work?.type !== "create") return;
      change(settingsOf(work, seed));
      if (models.some(({ id }) => id === work.model)) choose(work.model);
      setReferences((work.references ?? []).map(recalled));
    },
    /** Takes over the settings that a file says it was made with. */
    takeMadeWith: ({ prompt: said, negative_prompt, seed, cfg_scale, size }: ImageMadeWith) => {
      setPrompt(said);
      change({
        negativePrompt: negative_prompt ?? "",
        seed: seed == null ? "" : String(seed),
        cfgScale: cfg_scale ?? null,
        size: size ? sizeName(size) : null,
      });
    },
    /** Adds images as references. What is made counts as a child of the last one. */
    remix: (...images: readonly Image[]) => {
      setReferences(addReferences(references, images.map(referenceTo)));
      setParent(images.at(-1) ?? null);
    },
  };
}

export type CreateForm = ReturnType<typeof useCreateForm>;

/** Returns the prompt as its person wrote it; a provider may have revised it. */
const promptOf = (work: Image["work"], revised: string): string =>
  work?.type === "create" ? work.prompt : revised;

const referenceTo = ({ file_id, prompt }: Image): Reference => ({
  fileId: file_id,
  name: prompt,
  strength: null,
});

const recalled = ({ file_id, strength }: { file_id: string; strength?: number | null }): Reference => ({
  fileId: file_id,
  name: "",
  strength: strength ?? null,
});
