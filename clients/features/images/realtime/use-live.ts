import type { Image, ImageWork } from "@ensemble/contract/wire";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useReducer, useRef, useState } from "react";
import { makeImage } from "../editing/run-task";
import { refreshGallery } from "../gallery/gallery-queries";
import { deleteImage } from "../image-queries";
import { isDue, NOT_LIVE, nextLive } from "./live-state";

/** Rest after the last change before an image is made. */
export const REST_MS = 900;
/** Images of a session that are shown. */
const SHOWN_MAX = 12;

/** What a live session makes. */
export interface Wanted {
  /** Changes whenever another image would be made. */
  key: string;
  /** Returns the work, which may need a drawing to be sent first. */
  work: (signal: AbortSignal) => Promise<ImageWork>;
  /** False if only the last image stays in the gallery, as with filters, which cost nothing. */
  keepsAll: boolean;
}

/** Makes an image again whenever what is wanted has changed and rested. Leaving the page stops it. */
export function useLive(wanted: Wanted | null) {
  const client = useQueryClient();
  const [state, send] = useReducer(nextLive, NOT_LIVE);
  const [images, setImages] = useState<readonly Image[]>([]);
  const [error, setError] = useState<Error | null>(null);
  const controller = useRef<AbortController>(null);
  /** Ids of images that the next one replaces. */
  const drafts = useRef<readonly string[]>([]);
  useEffect(() => () => controller.current?.abort(), []);

  const run = useEffectEvent(async () => {
    if (!wanted) return;
    const { key, work, keepsAll } = wanted;
    const own = new AbortController();
    controller.current = own;
    send({ type: "begin", key });
    try {
      const { image, charged } = await makeImage(await work(own.signal), own.signal);
      const replaced = drafts.current;
      // With the drawing that it was made from.
      drafts.current = keepsAll ? [] : [image.id, image.parent_id].filter((id) => id !== null);
      setImages([image, ...images.filter(({ id }) => !replaced.includes(id))].slice(0, SHOWN_MAX));
      send({ type: "made", charged });
      // One that stays in the gallery does no harm.
      for (const id of replaced) deleteImage(id).catch(() => undefined);
      void refreshGallery(client);
    } catch (failure) {
      if (own.signal.aborted) return;
      setError(failure instanceof Error ? failure : new Error(String(failure)));
      send({ type: "failed" });
    }
  });
  const due = isDue(state, wanted?.key ?? null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of what is wanted begins the rest anew
  useEffect(() => {
    if (!due) return;
    const timer = setTimeout(() => void run(), REST_MS);
    return () => clearTimeout(timer);
  }, [due, wanted?.key]);

  return {
    state,
    /** Images of the session, the newest first. */
    images,
    error,
    start: (cap: number) => {
      setError(null);
      // What the last session ended with is kept.
      drafts.current = [];
      send({ type: "start", cap });
    },
    stop: () => {
      controller.current?.abort();
      send({ type: "stop" });
    },
  };
}

export type Live = ReturnType<typeof useLive>;
