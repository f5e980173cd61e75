import { isSeed } from "@ensemble/blocks/images/seed";
import { readStoredSettings } from "@ensemble/blocks/images/stored-settings";
import { CFG_SCALE_MAX } from "@ensemble/contract/generated/limits/images";
import type {
  ImageAbilities,
  ImageCreation,
  ImageModel,
  ImageReference,
  ImageSize,
} from "@ensemble/contract/wire";

/** Settings of the form as its person wants them. A model that lacks one ignores it, and it is not lost. */
export interface CreateSettings {
  negativePrompt: string;
  /** Null, here and below: as the model chooses. */
  style: string | null;
  ratio: string | null;
  /** For example "1024x1536". */
  size: string | null;
  count: number;
  /** Blank: random. */
  seed: string;
  quality: string | null;
  cfgScale: number | null;
  strength: number | null;
  transparent: boolean;
}

export const INITIAL_SETTINGS: CreateSettings = {
  negativePrompt: "",
  style: null,
  ratio: null,
  size: null,
  count: 1,
  seed: "",
  quality: null,
  cfgScale: null,
  strength: null,
  transparent: false,
};

/** Settings that not every model has. */
export const SETTINGS = [
  "ratio",
  "size",
  "count",
  "quality",
  "style",
  "seed",
  "negativePrompt",
  "cfgScale",
  "strength",
  "transparent",
] as const satisfies readonly (keyof CreateSettings)[];
export type SettingName = (typeof SETTINGS)[number];

/** Reason why a setting cannot be changed. */
export type Hindrance = "model_lacks_it" | "needs_reference";

/** Returns the reason why a model does not offer a setting; null: it does. */
export function hindranceOf(
  name: SettingName,
  abilities: ImageAbilities,
  referenceCount: number,
): Hindrance | null {
  if (!HAS[name](abilities)) return "model_lacks_it";
  return name === "strength" && referenceCount === 0 ? "needs_reference" : null;
}

const HAS: Record<SettingName, (abilities: ImageAbilities) => boolean> = {
  ratio: ({ ratios }) => ratios.length > 1,
  size: ({ sizes }) => sizes.length > 1,
  count: ({ count_max }) => count_max > 1,
  quality: ({ qualities }) => qualities.length > 1,
  style: ({ styles }) => styles.length > 0,
  seed: ({ seed }) => seed,
  negativePrompt: ({ negative_prompt }) => negative_prompt,
  cfgScale: ({ cfg_scale }) => cfg_scale,
  strength: ({ strength }) => strength,
  transparent: ({ transparency }) => transparency,
};

/** Returns the settings as a model takes them: without those it lacks, within its bounds. */
export function fitSettings(settings: CreateSettings, abilities: ImageAbilities): CreateSettings {
  const offered = (one: string | null, list: readonly string[]) =>
    one !== null && list.includes(one) ? one : null;
  const size = offered(settings.size, abilities.sizes.map(sizeName));
  return {
    negativePrompt: abilities.negative_prompt ? settings.negativePrompt : "",
    style: offered(settings.style, abilities.styles),
    // A size has a ratio of its own.
    ratio: size === null ? offered(settings.ratio, abilities.ratios) : null,
    size,
    count: Math.max(1, Math.min(Math.round(settings.count) || 1, abilities.count_max)),
    seed: abilities.seed ? settings.seed : "",
    quality: offered(settings.quality, abilities.qualities),
    cfgScale:
      abilities.cfg_scale && settings.cfgScale !== null ? clamp(settings.cfgScale, CFG_SCALE_MAX) : null,
    strength: abilities.strength && settings.strength !== null ? clamp(settings.strength, 1) : null,
    transparent: abilities.transparency && settings.transparent,
  };
}

const clamp = (value: number, max: number) => Math.min(max, Math.max(0, value));

export const sizeName = ({ width, height }: ImageSize): string => `${width}x${height}`;

export function sizeOf(name: string | null): ImageSize | null {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(name ?? "") ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : null;
}

/** Reason why the form cannot be sent. */
export type Missing = "prompt" | "model" | "seed" | "reference" | "too_many_references";

/** Returns the first reason why images cannot be made yet; null: they can. */
export function missingOf(
  model: ImageModel | undefined,
  prompt: string,
  settings: CreateSettings,
  referenceCount: number,
): Missing | null {
  if (!model) return "model";
  if (prompt.trim() === "") return "prompt";
  const { abilities } = model;
  if (!abilities.creates && referenceCount === 0) return "reference";
  if (referenceCount > abilities.references_max) return "too_many_references";
  return abilities.seed && !isSeed(settings.seed) ? "seed" : null;
}

/** Returns the work of the form for a model. */
export function workOf(
  model: ImageModel,
  prompt: string,
  settings: CreateSettings,
  references: readonly ImageReference[],
  parentId: string | null = null,
): ImageCreation {
  const fitted = fitSettings(settings, model.abilities);
  return {
    type: "create",
    model: model.id,
    prompt: prompt.trim(),
    negative_prompt: fitted.negativePrompt.trim() || null,
    count: fitted.count,
    size: sizeOf(fitted.size),
    ratio: fitted.ratio,
    quality: fitted.quality,
    style: fitted.style,
    seed: fitted.seed.trim() === "" ? null : Number(fitted.seed),
    cfg_scale: fitted.cfgScale,
    strength: references.length > 0 ? fitted.strength : null,
    transparent: fitted.transparent,
    references: [...references],
    mask_file_id: null,
    parent_id: parentId,
  };
}

/** Returns the settings with which an image was made, to make another. `seed`: the one that was used. */
export const settingsOf = (work: ImageCreation, seed: number | null): CreateSettings => ({
  negativePrompt: work.negative_prompt ?? "",
  style: work.style ?? null,
  ratio: work.ratio ?? null,
  size: work.size ? sizeName(work.size) : null,
  count: work.count ?? 1,
  seed: String(work.seed ?? seed ?? ""),
  quality: work.quality ?? null,
  cfgScale: work.cfg_scale ?? null,
  strength: work.strength ?? null,
  transparent: work.transparent ?? false,
});

/** Returns the price of a request in advanced credits, before it is sent. */
export const priceOf = (model: ImageModel, settings: CreateSettings): number =>
  model.credits * fitSettings(settings, model.abilities).count;

/** Reads settings as they were stored, whatever an earlier version wrote. */
export const readSettings = (stored: string | null): CreateSettings =>
  readStoredSettings(stored, INITIAL_SETTINGS, ["cfgScale", "strength"]);
