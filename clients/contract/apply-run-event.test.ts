import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { applyRunEvent, EMPTY_DRAFT } from "./apply-run-event";
import type { MessageState, Part, RunEvent } from "./wire";

interface Fixture {
  name: string;
  events: RunEvent[];
  expected: { parts: Part[]; state: MessageState };
}

const folder = resolve(import.meta.dirname, "../../contract/fixtures/runs");

for (const file of readdirSync(folder)) {
  const fixtures: Fixture[] = JSON.parse(readFileSync(resolve(folder, file), "utf8"));
  describe(`applyRunEvent with ${file}`, () => {
    test.each(fixtures)("$name", ({ events, expected }) => {
      const draft = events.reduce(applyRunEvent, EMPTY_DRAFT);

      expect({ parts: draft.parts, state: draft.state }).toEqual(expected);
    });
  });
}

describe("applyRunEvent", () => {
  test("keeps the draft it was given as it was", () => {
    const before = applyRunEvent(EMPTY_DRAFT, {
      seq: 1,
      type: "part.started",
      part: { id: "p", kind: "text", text: "a" },
    });

    applyRunEvent(before, { seq: 2, type: "part.delta", part_id: "p", text: "b" });

    expect(before.parts).toEqual([{ id: "p", kind: "text", text: "a" }]);
  });

  test("says where a queued run stands until it starts", () => {
    const queued = applyRunEvent(EMPTY_DRAFT, {
      seq: 1,
      type: "run.queued",
      position: 2,
      estimated_wait_seconds: 9,
      at: "2026-11-20T12:00:00Z",
    });
    const started = applyRunEvent(queued, { seq: 2, type: "run.started", model: "a/b", message_id: "m" });

    expect(queued.queue).toEqual({
      position: 2,
      estimatedWaitSeconds: 9,
      at: "2026-11-20T12:00:00Z",
    });
    expect(started.queue).toBeNull();
  });
});
