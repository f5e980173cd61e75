import { describe, expect, test, vi } from "vitest";
import type { Handlers } from "../messages";
import { answerMessage } from "./answer";

const log = vi.fn(() => Promise.resolve([]));
const handlers = {
  "panel→background: log": log,
  "panel→background: sign in": () => Promise.reject(new Error("no server is chosen")),
} as unknown as Handlers;

describe("a message to the background", () => {
  test("is answered when it is in the table and comes from a page of ours", async () => {
    expect(await answerMessage(handlers, { name: "panel→background: log" }, true)).toEqual({ answer: [] });
  });

  test("says what went wrong", async () => {
    const answer = await answerMessage(handlers, { name: "panel→background: sign in" }, true);
    expect(answer).toEqual({ error: "no server is chosen" });
  });

  // spec §7: "Unrecognised events raise "Untrusted event"."
  test("is untrusted when it is not", async () => {
    log.mockClear();
    const untrusted = { error: "Untrusted event" };
    for (const message of [
      null,
      undefined,
      7,
      "panel→background: log",
      {},
      { name: 1 },
      { name: "toString" },
      { name: "__proto__" },
      { name: "panel→background: everything" },
    ])
      expect(await answerMessage(handlers, message, true)).toEqual(untrusted);
    expect(await answerMessage(handlers, { name: "panel→background: log" }, false)).toEqual(untrusted);
    expect(log).not.toHaveBeenCalled();
  });
});
