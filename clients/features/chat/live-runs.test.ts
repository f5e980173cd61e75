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

/** Events by hand: each `say` is one event, `close` the end of the stream. */
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
  test("shows what arrived at most every 50 ms", async () => {
    const { readEvents, say } = handMade();
    const live = createLiveRuns({ readEvents, onEnd: vi.fn() });
    const shown = vi.fn();
    live.follow(run);
    live.runs.subscribe(shown);

    await say(start);
    for (let seq = 2; seq < 20; seq += 1) await say(text(seq, "x"));
    expect(shown).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(50);

    expect(shown).toHaveBeenCalledTimes(1);
    expect(live.runs.getState().a1?.draft.parts).toEqual([{ id: "p1", kind: "text", text: "x".repeat(18) }]);
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
