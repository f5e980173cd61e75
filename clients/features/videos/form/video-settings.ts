import { isSeed } from "@ensemble/blocks/images/seed";
import { readStoredSettings } from "@ensemble/blocks/images/stored-settings";
import type { VideoAbilities, VideoModel, VideoWork } from "@ensemble/contract/wire";
import { type Pictures, picturesFor, SOURCES, type Source, sourceFor } from "./sources";

/** Settings of the form as its person wants them. A model that lacks one ignores it, and it is not lost. */
export interface VideoSettings {
  source: Source;
  /** Null, here and below: as the model chooses. */
  seconds: number | null;
  ratio: string | null;
  resolution: string | null;
  audio: boolean;
  camera: string | null;
  motion: number | null;
  /** Blank: random. */
  seed: string;
  negativePrompt: string;
  cfgScale: number | null;
}

export const INITIAL_SETTINGS: VideoSettings = {
  source: "text",
  seconds: null,
  ratio: null,
  resolution: null,
  audio: true,
  camera: null,
  motion: null,
  seed: "",
  negativePrompt: "",
  cfgScale: null,
};

/** Settings that not every model has. */
export const SETTINGS = [
  "seconds",
  "ratio",
  "resolution",
  "audio",
  "camera",
  "motion",
  "seed",
  "negativePrompt",
  "cfgScale",
] as const satisfies readonly (keyof VideoSettings)[];
export type SettingName = (typeof SETTINGS)[number];

/** Highest guidance (spec §5: "cfg scale 0 to 10"). */
export const CFG_SCALE_MAX = 10;

/** Returns true if a model offers a choice of this. */
export const offers = (name: SettingName, abilities: VideoAbilities): boolean => OFFERS[name](abilities);

const OFFERS: Record<SettingName, (abilities: VideoAbilities) => boolean> = {
  seconds: ({ seconds }) => seconds.length > 0,
  ratio: ({ ratios }) => ratios.length > 1,
  resolution: ({ resolutions }) => resolutions.length > 1,
  audio: ({ audio }) => audio,
  camera: ({ cameras }) => cameras.length > 0,
  motion: ({ motion }) => motion,
  seed: ({ seed }) => seed,
  negativePrompt: ({ negative_prompt }) => negative_prompt,
  cfgScale: ({ cfg_scale }) => cfg_scale,
};

/** Returns the lengths, in seconds, that a model offers for a source. */
export const secondsFor = (abilities: VideoAbilities, source: Source): readonly number[] =>
  source === "first_and_last" && abilities.seconds_with_last_frame.length > 0
    ? abilities.seconds_with_last_frame
    : abilities.seconds;

/**
 * Returns the length of a video: the wanted one where it is offered, else the longest that is shorter, else the
 * shortest there is. Null: the model offers none.
 *
 * Spec §4: "A video end frame does not support 10s, so duration switches to 5s automatically."
 */
export function lengthFor(wanted: number | null, offered: readonly number[]): number | null {
  if (wanted === null) return offered[0] ?? null;
  if (offered.includes(wanted)) return wanted;
  const shorter = offered.filter((seconds) => seconds < wanted);
  return shorter.length > 0 ? Math.max(...shorter) : offered.length > 0 ? Math.min(...offered) : null;
}

/** Returns the wanted length that an end frame rules out; null: it does not. */
export function lengthLostToEndFrame(settings: VideoSettings, abilities: VideoAbilities): number | null {
  const { seconds } = settings;
  const source = sourceFor(settings.source, abilities);
  return seconds !== null &&
    abilities.seconds.includes(seconds) &&
    !secondsFor(abilities, source).includes(seconds)
    ? seconds
    : null;
}

/** Returns the settings as a model takes them: without those it lacks, within its bounds. */
export function fitSettings(settings: VideoSettings, abilities: VideoAbilities): VideoSettings {
  const offered = (one: string | null, list: readonly string[]) =>
    one !== null && list.includes(one) ? one : null;
  const source = sourceFor(settings.source, abilities);
  return {
    source,
    seconds: lengthFor(settings.seconds, secondsFor(abilities, source)),
    ratio: offered(settings.ratio, abilities.ratios),
    resolution: offered(settings.resolution, abilities.resolutions),
    audio: abilities.audio && settings.audio,
    camera: offered(settings.camera, abilities.cameras),
    motion: abilities.motion ? within(settings.motion, 1) : null,
    seed: abilities.seed ? settings.seed : "",
    negativePrompt: abilities.negative_prompt ? settings.negativePrompt : "",
    cfgScale: abilities.cfg_scale ? within(settings.cfgScale, CFG_SCALE_MAX) : null,
  };
}

const within = (value: number | null, max: number) =>
  value === null ? null : Math.min(max, Math.max(0, value));

/** Reason why the form cannot be sent. */
export type Missing =
  | "model"
  | "prompt"
  | "first_frame"
  | "last_frame"
  | "reference"
  | "too_many_references"
  | "seed";

/** Returns the first reason why a video cannot be made yet; null: it can. */
export function missingOf(
  model: VideoModel | undefined,
  prompt: string,
  settings: VideoSettings,
  pictures: Pictures,
): Missing | null {
  if (!model) return "model";
  const { abilities } = model;
  const { source, seed } = fitSettings(settings, abilities);
  const { first, last, references } = picturesFor(source, pictures);
  const hasStart = source === "first_frame" || source === "first_and_last";
  if (hasStart && !first) return "first_frame";
  if (source === "first_and_last" && !last) return "last_frame";
  if (source === "references" && references.length === 0) return "reference";
  if (references.length > abilities.references_max) return "too_many_references";
  // A picture alone can begin to move.
  if (prompt.trim() === "" && !first) return "prompt";
  return isSeed(seed) ? null : "seed";
}

/** Returns the work of the form for a model. */
export function workOf(
  model: VideoModel,
  prompt: string,
  settings: VideoSettings,
  pictures: Pictures,
  parentId: string | null = null,
): VideoWork {
  const { abilities } = model;
  const fitted = fitSettings(settings, abilities);
  const { first, last, references } = picturesFor(fitted.source, pictures);
  return {
    model: model.id,
    prompt: prompt.trim(),
    negative_prompt: fitted.negativePrompt.trim() || null,
    seconds: fitted.seconds,
    ratio: fitted.ratio,
    resolution: fitted.resolution,
    audio: abilities.audio ? fitted.audio : null,
    camera: fitted.camera,
    motion: fitted.motion,
    seed: fitted.seed.trim() === "" ? null : Number(fitted.seed),
    cfg_scale: fitted.cfgScale,
    first_frame_file_id: first?.fileId ?? null,
    last_frame_file_id: last?.fileId ?? null,
    reference_file_ids: references.map(({ fileId }) => fileId),
    parent_id: parentId,
  };
}

/** Returns the settings with which a video was made, to make another. `seed`: the one that was used. */
export const settingsOf = (work: VideoWork, seed: number | null): VideoSettings => ({
  source: sourceOf(work),
  seconds: work.seconds ?? null,
  ratio: work.ratio ?? null,
  resolution: work.resolution ?? null,
  audio: work.audio ?? true,
  camera: work.camera ?? null,
  motion: work.motion ?? null,
  seed: String(work.seed ?? seed ?? ""),
  negativePrompt: work.negative_prompt ?? "",
  cfgScale: work.cfg_scale ?? null,
});

function sourceOf({ first_frame_file_id, last_frame_file_id, reference_file_ids }: VideoWork): Source {
  if (last_frame_file_id) return "first_and_last";
  if (first_frame_file_id) return "first_frame";
  return reference_file_ids?.length ? "references" : "text";
}

/** Returns the price of a video in advanced credits, before it is made; null where the model says no length. */
export function priceOf(model: VideoModel, settings: VideoSettings): number | null {
  const { seconds } = fitSettings(settings, model.abilities);
  return seconds === null ? null : model.credits_per_second * seconds;
}

/** Reads settings as they were stored, whatever an earlier version wrote. */
export function readSettings(stored: string | null): VideoSettings {
  const known = readStoredSettings(stored, INITIAL_SETTINGS, ["seconds", "motion", "cfgScale"]);
  return SOURCES.includes(known.source) ? known : { ...known, source: INITIAL_SETTINGS.source };
}
