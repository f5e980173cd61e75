import type { Page, Problem } from "@ensemble/contract/wire";

export interface ScheduleTimes {
  /** The first time, as clocks in the zone show it: `2026-11-30T08:00`. */
  start: string;
  /** IANA time zone. */
  zone: string;
  /** Repeat rule (RFC 5545); null: once. */
  rule: string | null;
}

export type ScheduleKind = "prompt" | "agent" | "reading" | "research" | "powerup";
export type MissedRuns = "skip" | "run_once";

/** The request to a model or an agent; the other kinds have `url`, `research_id` and `powerup_id`. */
export interface ScheduleInput {
  text?: string;
  model?: string | null;
  bot_id?: string | null;
  agent?: string;
  url?: string;
  research_id?: string;
  powerup_id?: string;
}

export interface ScheduleWish {
  title: string;
  kind: ScheduleKind;
  input: ScheduleInput;
  times: ScheduleTimes;
  missed: MissedRuns;
  only_changes: boolean;
  by_mail: boolean;
  by_push: boolean;
  run_cap: number | null;
  month_cap: number | null;
}

export type ScheduleState = "active" | "paused" | "ended";
export type ScheduleRunState =
  | "due"
  | "running"
  | "waiting"
  | "succeeded"
  | "unchanged"
  | "failed"
  | "skipped"
  | "stopped";

/** A schedule as the server sends it. */
export interface Schedule extends ScheduleWish {
  id: string;
  state: ScheduleState;
  paused_for: "person" | "failures" | "access" | null;
  next_dates: string[];
  last_state: ScheduleRunState | null;
  unseen: number;
  created_at: string;
  updated_at: string;
}

export interface ScheduleRun {
  id: string;
  due_at: string;
  by_hand: boolean;
  missed: number;
  state: ScheduleRunState;
  attempts: number;
  retry_at: string | null;
  path: string | null;
  problem: Problem | null;
  /** Cost, in units of the plan's meters. */
  charged: number;
  has_result: boolean;
  started_at: string | null;
  ended_at: string | null;
  is_seen: boolean;
}

export interface SchedulePreview {
  times: ScheduleTimes;
  next_dates: string[];
  /** The words that are not about times. */
  rest: string;
}

export interface ScheduleRunChanges {
  before: string | null;
  after: string;
}

interface ById {
  id: string;
}

declare module "@ensemble/contract/operations" {
  interface GetOperations {
    "/api/schedules": { answer: { items: Schedule[] } };
    "/api/schedules/{id}": { path: ById; answer: Schedule };
    "/api/schedules/{id}/runs": {
      path: ById;
      query?: { cursor?: string; limit?: number };
      answer: Page<ScheduleRun>;
    };
    "/api/schedules/{id}/runs/{run}/changes": {
      path: { id: string; run: string };
      answer: ScheduleRunChanges;
    };
  }
  interface PostOperations {
    "/api/schedules": { body: ScheduleWish & { id: string }; answer: Schedule };
    "/api/schedules/preview": {
      body: { words?: string; times?: ScheduleTimes; zone: string };
      answer: SchedulePreview;
    };
    "/api/schedules/{id}/restore": { path: ById; answer: Schedule };
    "/api/schedules/{id}/seen": { path: ById; answer: undefined };
    "/api/schedules/{id}/runs": { path: ById; body: { id: string }; answer: { id: string } };
  }
  interface PutOperations {
    "/api/schedules/{id}": { path: ById; body: ScheduleWish; answer: Schedule };
    "/api/schedules/{id}/pause": { path: ById; body: { paused: boolean }; answer: Schedule };
  }
  interface DeleteOperations {
    "/api/schedules/{id}": { path: ById; answer: undefined };
  }
}
