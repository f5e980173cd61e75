import type { ImageModel } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { makeImage } from "../editing/run-task";
import { refreshGallery } from "../gallery/gallery-queries";
import { INITIAL_SETTINGS, workOf } from "../studio/create-settings";

/** An image of the chain: the one that was begun with, and what was made of it. */
export interface Step {
  fileId: string;
  /** Null: the file that was begun with. */
  imageId: string | null;
  width: number;
  height: number;
}

/** State of a chain of images, each with more of a quality than the one before. Leaving the page stops it. */
export function useMakeMore() {
  const text = useText("images");
  const client = useQueryClient();
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const make = useMutation({
    meta: { ownError: true },
    mutationFn: async ({ model, quality }: { model: ImageModel; quality: string }) => {
      const last = steps.at(-1);
      if (!last) return;
      const own = new AbortController();
      controller.current = own;
      const prompt = text("make_more_prompt", { quality, prompt: "" }).trim();
      const work = workOf(model, prompt, INITIAL_SETTINGS, [{ file_id: last.fileId }], last.imageId);
      try {
        const { image } = await makeImage(work, own.signal);
        const { file_id, id, width, height } = image;
        setSteps([...steps, { fileId: file_id, imageId: id, width, height }]);
        await refreshGallery(client);
      } catch (error) {
        if (!own.signal.aborted) throw error;
      }
    },
  });
  return {
    steps,
    begin: (step: Step) => {
      make.reset();
      setSteps([step]);
    },
    clear: () => setSteps([]),
    /** Goes back to a step, from which the next one is made. */
    goBack: (at: number) => setSteps(steps.slice(0, at + 1)),
    make,
    stop: () => controller.current?.abort(),
  };
}

export type MakeMore = ReturnType<typeof useMakeMore>;
