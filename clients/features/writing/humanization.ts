import type { Problem } from "@ensemble/contract/wire";

export type HumanizationTone = "natural" | "plain" | "formal";
export type HumanizationState = "running" | "completed" | "stopped" | "failed" | "interrupted";

export interface NewHumanization {
  text: string;
  tone: HumanizationTone;
  model?: string | null;
}

export interface Humanization {
  id: string;
  state: HumanizationState;
  tone: HumanizationTone;
  text: string;
  written: string | null;
  run_id: string;
  model_name: string;
  words: number;
  credits: number | null;
  missing: string[];
  added: string[];
  problem: Problem | null;
  created_at: string;
}

export interface HumanizationEntry {
  id: string;
  excerpt: string;
  state: HumanizationState;
  tone: HumanizationTone;
  created_at: string;
}

export interface HumanizationPrice {
  words: number;
  words_per_credit: number;
  credits: number;
  charges: boolean;
}
