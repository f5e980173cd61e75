import type { RunEvent } from "@ensemble/contract/wire";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createLiveRuns, type RunToFollow } from "./live-runs";

const run: RunToFollow = { runId: "run-a1", messageId: "a1", conversationId: "c1" };
const text = (seq: number, written: string): RunEvent => ({
  seq,
  type: "part.delta",
  part_id: "p1",
  text: written,
});
const start: RunEvent = { seq: 1, type: "part.started", part: { id: "p1", kind: "text", text: "" } };
const end: RunEvent = {
  seq: 99,
  type: "run.completed",
  finish_reason: "stop",
  usage: null,
  receipt: { meter: null, charged: 0, input_tokens: null, output_tokens: null, duration_ms: 5 },
};

/** Fake event stream: each `say` is one event, `close` its end. */
function handMade() {
  const waiting: ((result: IteratorResult<RunEvent, void>) => void)[] = [];
  let fail: (error: Error) => void = () => undefined;
  const readEvents = vi.fn(() => ({
    [Symbol.asyncIterator]: () => ({
      next: () =>
        new Promise<IteratorResult<RunEvent, void>>((resolve, reject) => {
          waiting.push(resolve);
          fail = reject;
        }),
    }),
  }));
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return {
    readEvents,
    say: async (event: RunEvent) => {
      waiting.shift()?.({ done: false, value: event });
      await settle();
    },
    close: async () => {
      waiting.shift()?.({ done: true, value: undefined });
      await settle();
    },
    breakOff: async () => {
      fail(new Error("refused"));
      await settle();
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("LiveRuns", () => {
  const other: RunToFollow = { runId: "run-a2", messageId: "a2", conversationId: "c1" };
  const textOf = (live: ReturnType<typeof createLiveRuns>, messageId: string) =>
    live.runs
      .getState()
      [messageId]?.draft.parts.map((part) => ("text" in part ? part.text : ""))
      .join("");

  test("shows the first words at once, and what follows at most every 50 ms", async () => {
    const { readEvents, say } = handMade();
    const live = createLiveRuns({ readEvents, onEnd: vi.fn() });
    const shown = vi.fn();
    live.follow(run);
    live.runs.subscribe(shown);

    await say({ seq: 1, type: "part.started", part: { id: "p1", kind: "text", text: "x" } });
    expect(textOf(live, "a1")).toBe("x");
    shown.mockClear();
    for (let seq = 2; seq < 19; seq += 1) await say(text(seq, "x"));
    expect(shown).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(50);

    expect(shown).toHaveBeenCalledTimes(1);
    expect(live.runs.getState().a1?.draft.parts).toEqual([{ id: "p1", kind: "text", text: "x".repeat(18) }]);
  });

  test.each([
    [1_000, 20],
    [100_000, 10],
  ])("of an answer of %i characters shows all within 100 ms, %i times a second", async (length, times) => {
    const { readEvents, say } = handMade();
    const live = createLiveRuns({ readEvents, onEnd: vi.fn() });
    live.follow(run);
    await say(start);
    await say(text(2, "x".repeat(length)));
    await vi.advanceTimersByTimeAsync(100);
    const shown = vi.fn();
    live.runs.subscribe(shown);

    let latest = 0;
    for (let seq = 3; seq < 103; seq += 1) {
      await say(text(seq, "y"));
      await vi.advanceTimersByTimeAsync(10);
      latest = Math.max(latest, length + seq - 2 - (textOf(live, "a1")?.length ?? 0));
    }

    expect(latest, "letters that came and are not seen yet, one every 10 ms").toBeLessThanOrEqual(10);
    expect(Math.abs(shown.mock.calls.length - times)).toBeLessThanOrEqual(1);
  });

  test("draws answers that stand side by side together", async () => {
    const [one, two] = [handMade(), handMade()];
    const readEvents = vi.fn((runId: string) => (runId === run.runId ? one : two).readEvents());
    const live = createLiveRuns({ readEvents, onEnd: vi.fn() });
    live.follow(run);
    live.follow(other);
    await one.say(start);
    await two.say(start);
    await vi.advanceTimersByTimeAsync(50);
    const shown = vi.fn();
    live.runs.subscribe(shown);

    await one.say(text(2, "one"));
    await two.say(text(2, "two"));
    await vi.advanceTimersByTimeAsync(50);

    expect(shown).toHaveBeenCalledTimes(1);
    expect([textOf(live, "a1"), textOf(live, "a2")]).toEqual(["one", "two"]);
  });

  test("hands over the whole message at the end, and forgets the run", async () => {
    const { readEvents, say, close } = handMade();
    const onEnd = vi.fn();
    const live = createLiveRuns({ readEvents, onEnd });
    live.follow(run);

    await say(start);
    await say(text(2, "Hello"));
    await say(end);
    await close();

    expect(onEnd).toHaveBeenCalledWith(
      run,
      expect.objectContaining({ state: "completed", parts: [{ id: "p1", kind: "text", text: "Hello" }] }),
    );
    expect(live.runs.getState()).toEqual({});
  });

  test("follows a run once, however often it is asked", () => {
    const { readEvents } = handMade();
    const live = createLiveRuns({ readEvents, onEnd: vi.fn() });

    live.follow(run);
    live.follow(run);

    expect(readEvents).toHaveBeenCalledTimes(1);
  });

  test("leaves a run whose events cannot be read to its message", async () => {
    const { readEvents, breakOff } = handMade();
    const onEnd = vi.fn();
    createLiveRuns({ readEvents, onEnd }).follow(run);

    await breakOff();

    expect(onEnd).toHaveBeenCalledWith(run, null);
  });
});
