import type { Schedule, ScheduleRun } from "./operations";

/** A schedule of every weekday at 8, for tests. */
export const testSchedule = (change: Partial<Schedule> = {}): Schedule => ({
  id: "s1",
  title: "Tides",
  kind: "prompt",
  input: { text: "How high is the tide?", model: null, bot_id: null },
  times: { start: "2026-11-23T08:00", zone: "Europe/Berlin", rule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR" },
  missed: "run_once",
  only_changes: false,
  by_mail: false,
  by_push: true,
  run_cap: null,
  month_cap: null,
  state: "active",
  paused_for: null,
  next_dates: ["2026-11-23T07:00:00Z", "2026-11-24T07:00:00Z"],
  last_state: null,
  unseen: 0,
  created_at: "2026-11-20T12:00:00Z",
  updated_at: "2026-11-20T12:00:00Z",
  ...change,
});

export const testRun = (change: Partial<ScheduleRun> = {}): ScheduleRun => ({
  id: "r1",
  due_at: "2026-11-20T07:00:00Z",
  by_hand: false,
  missed: 0,
  state: "succeeded",
  attempts: 1,
  retry_at: null,
  path: "/home/chat/chat/c1",
  problem: null,
  charged: 1,
  has_result: true,
  started_at: "2026-11-20T07:00:00Z",
  ended_at: "2026-11-20T07:00:10Z",
  is_seen: true,
  ...change,
});
