import { describe, expect, test } from "vitest";
import { isCapped, isDue, type LiveEvent, type LiveState, NOT_LIVE, nextLive } from "./live-state";

const stateOf = (...events: LiveEvent[]): LiveState => events.reduce(nextLive, NOT_LIVE);

describe("a live session", () => {
  test("makes an image for what is asked for, and again only for something else", () => {
    expect(isDue(stateOf(), "a")).toBe(false);
    const live = stateOf({ type: "start", cap: 5 });
    expect(isDue(live, null)).toBe(false);
    expect(isDue(live, "a")).toBe(true);
    const made = stateOf(
      { type: "start", cap: 5 },
      { type: "begin", key: "a" },
      { type: "made", charged: 3 },
    );
    expect(isDue(made, "a")).toBe(false);
    expect(isDue(made, "b")).toBe(true);
    expect(made).toMatchObject({ runs: 1, spent: 3 });
  });

  test("makes one image at a time", () => {
    const busy = stateOf({ type: "start", cap: 5 }, { type: "begin", key: "a" });
    expect(isDue(busy, "b")).toBe(false);
  });

  test("pauses when as many were made as were allowed, and a start allows as many again", () => {
    const capped = stateOf({ type: "start", cap: 1 }, { type: "begin", key: "a" });
    expect(isCapped(capped)).toBe(false);
    const done = nextLive(capped, { type: "made", charged: 3 });
    expect(isCapped(done)).toBe(true);
    expect(isDue(done, "b")).toBe(false);
    expect(isDue(nextLive(done, { type: "start", cap: 1 }), "b")).toBe(true);
  });

  test("ends with a failure, which would cost again with every change", () => {
    const failed = stateOf({ type: "start", cap: 5 }, { type: "begin", key: "a" }, { type: "failed" });
    expect(failed.phase).toBe("off");
    expect(isDue(failed, "b")).toBe(false);
  });

  test("keeps what it has cost when it is stopped", () => {
    const events: LiveEvent[] = [
      { type: "start", cap: 5 },
      { type: "begin", key: "a" },
      { type: "made", charged: 3 },
    ];
    expect(stateOf(...events, { type: "stop" })).toMatchObject({ phase: "off", runs: 1, spent: 3 });
  });
});
