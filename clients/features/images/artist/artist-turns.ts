import type { Image } from "@ensemble/contract/wire";

/** A turn of a chat about pictures: what was asked, and what was made. */
export interface Turn {
  key: string;
  prompt: string;
  /** The first of them is the picture that the next turn edits. */
  images: readonly Image[];
}

/** Groups the images of a chat into turns, oldest first. Images of one request are one turn. */
export function turnsOf(newestFirst: readonly Image[]): Turn[] {
  const turns = new Map<string, Image[]>();
  for (const image of newestFirst.toReversed()) {
    const key = image.task_id ?? image.id;
    turns.set(key, [...(turns.get(key) ?? []), image]);
  }
  return [...turns].map(([key, images]) => ({ key, prompt: images[0]?.prompt ?? "", images }));
}

/**
 * Returns the picture that the next turn edits: the chosen one as long as it is there, else the first of the last
 * turn. `fresh`: the person wants a new picture.
 */
export function baseOf(turns: readonly Turn[], chosen: string | null, fresh: boolean): Image | null {
  if (fresh) return null;
  const all = turns.flatMap(({ images }) => images);
  return all.find(({ id }) => id === chosen) ?? turns.at(-1)?.images[0] ?? null;
}

const NAME_MAX_CHARS = 60;

/** Returns the name of a chat: the start of its first prompt. */
export function nameOfChat(prompt: string): string {
  const letters = [...prompt.trim().replace(/\s+/g, " ")];
  return letters.slice(0, NAME_MAX_CHARS).join("").trim();
}
