import { api as typedApi } from "@ensemble/contract/api";
import type { Problem } from "@ensemble/contract/wire";

export interface VideoAbilities {
  texts: boolean;
  first_frame: boolean;
  last_frame: boolean;
  references_max: number;
  seconds: number[];
  /** Empty: the same as `seconds`. */
  seconds_with_last_frame: number[];
  ratios: string[];
  resolutions: string[];
  audio: boolean;
  cameras: string[];
  motion: boolean;
  seed: boolean;
  negative_prompt: boolean;
  cfg_scale: boolean;
}

export interface VideoModel {
  id: string;
  name: string;
  connection_name: string;
  credits_per_second: number;
  abilities: VideoAbilities;
}

export interface VideoWork {
  model: string;
  prompt: string;
  negative_prompt?: string | null;
  seconds?: number | null;
  ratio?: string | null;
  resolution?: string | null;
  audio?: boolean | null;
  camera?: string | null;
  motion?: number | null;
  seed?: number | null;
  cfg_scale?: number | null;
  first_frame_file_id?: string | null;
  last_frame_file_id?: string | null;
  reference_file_ids?: string[];
  parent_id?: string | null;
}

export interface NewVideoTask {
  id: string;
  work: VideoWork;
}

export interface Video {
  id: string;
  file_id: string;
  prompt: string;
  model: string;
  work: VideoWork | null;
  seed: number | null;
  media_type: string;
  size_bytes: number;
  seconds: number | null;
  starred: boolean;
  parent_id: string | null;
  task_id: string | null;
  cost: number;
  created_at: string;
  deleted_at: string | null;
}

export interface VideoTask {
  id: string;
  title: string;
  state: "queued" | "running" | "paused" | "succeeded" | "failed" | "cancelled";
  /** `queued_at_provider`, `generating`, `busy`, or empty. */
  stage: string;
  work: VideoWork;
  videos: Video[];
  price: number;
  charged: number | null;
  problem: Problem | null;
  cause: Problem | null;
  created_at: string;
  ended_at: string | null;
}

export interface VideoTaskEntry {
  id: string;
  title: string;
  state: VideoTask["state"];
  videos: string[];
  created_at: string;
}

export interface VideoPage {
  items: Video[];
  next_cursor?: string | null;
}

interface Inputs {
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
}

/** Client of routes that are not in the contract yet. */
export const api = typedApi as unknown as Record<
  "get" | "post" | "patch" | "delete",
  <Answer>(path: string, inputs?: Inputs) => Promise<Answer>
>;
