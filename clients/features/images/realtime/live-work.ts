import type { ImageModel, ImageReference } from "@ensemble/contract/wire";
import { type CreateSettings, type Missing, workOf } from "../studio/create-settings";
import type { Reference } from "../studio/references";
import { strengthOf } from "./RatioScale";
import type { Wanted } from "./use-live";

/** What of the studio's form a live session makes. */
interface Asked {
  prompt: string;
  settings: CreateSettings;
  references: readonly Reference[];
  missing: Missing | null;
}

/** Returns what a live session makes with a model: one image at a time. Null: something is missing. */
export function wantedOf(model: ImageModel, asked: Asked, ratio: number): Wanted | null {
  if (asked.missing !== null) return null;
  const references = asked.references.map(
    ({ fileId }): ImageReference => ({
      file_id: fileId,
      strength: model.abilities.strength ? strengthOf(ratio) : null,
    }),
  );
  const work = workOf(model, asked.prompt, { ...asked.settings, count: 1 }, references);
  return { key: JSON.stringify(work), work: async () => work, keepsAll: true };
}
