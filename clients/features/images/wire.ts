import { api as typedApi } from "@ensemble/contract/api";
import type { Problem } from "@ensemble/contract/wire";

export interface ImageSize {
  width: number;
  height: number;
}

export interface ImageAbilities {
  creates: boolean;
  edits: boolean;
  sizes: ImageSize[];
  ratios: string[];
  count_max: number;
  seed: boolean;
  negative_prompt: boolean;
  styles: string[];
  cfg_scale: boolean;
  strength: boolean;
  references_max: number;
  mask: boolean;
  transparency: boolean;
  qualities: string[];
  partial_images: boolean;
}

export interface ImageModel {
  id: string;
  name: string;
  connection_name: string;
  local: boolean;
  credits: number;
  abilities: ImageAbilities;
}

export interface ImageReference {
  file_id: string;
  strength?: number | null;
}

export interface CreateWork {
  type: "create";
  model: string;
  prompt: string;
  negative_prompt?: string | null;
  count?: number;
  size?: ImageSize | null;
  ratio?: string | null;
  quality?: string | null;
  style?: string | null;
  seed?: number | null;
  cfg_scale?: number | null;
  strength?: number | null;
  transparent?: boolean;
  references?: ImageReference[];
  mask_file_id?: string | null;
  parent_id?: string | null;
}

export interface ToolWork {
  type: "tool";
  tool: { tool: string; [option: string]: unknown };
  file_ids: string[];
  mask_file_id?: string | null;
  parent_id?: string | null;
}

export type Work = CreateWork | ToolWork;

export interface NewImageTask {
  id: string;
  work: Work;
  board_id?: string | null;
}

export interface Image {
  id: string;
  file_id: string;
  origin: "created" | "edited" | "tool" | "uploaded";
  prompt: string;
  model: string | null;
  tool: string | null;
  work: Work | null;
  seed: number | null;
  width: number;
  height: number;
  media_type: string;
  size_bytes: number;
  starred: boolean;
  board_id: string | null;
  parent_id: string | null;
  task_id: string | null;
  cost: number;
  created_at: string;
  deleted_at: string | null;
}

export interface ImageTask {
  id: string;
  title: string;
  state: "queued" | "running" | "paused" | "succeeded" | "failed" | "cancelled";
  /** `queued_at_provider`, `generating`, `busy`, or empty. */
  stage: string;
  work: Work;
  board_id: string | null;
  images: Image[];
  price: number;
  charged: number | null;
  problem: Problem | null;
  cause: Problem | null;
  created_at: string;
  ended_at: string | null;
}

export interface ImageTaskEntry {
  id: string;
  title: string;
  state: ImageTask["state"];
  created_at: string;
  tool: string | null;
  images: string[];
}

export type Need = "no" | "optional" | "required";

export interface ToolInfo {
  kind: string;
  picture: Need;
  mask: Need;
  second_picture: Need;
  text: Need;
  label: string;
  weights: string | null;
  weights_need: Need;
  is_installed: boolean;
  side_max: number;
  made_side_max: number;
}

export interface ImageBoard {
  id: string;
  name: string;
  image_count: number;
  cover_id: string | null;
  created_at: string;
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
