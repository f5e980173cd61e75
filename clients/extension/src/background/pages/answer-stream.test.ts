import { beforeEach, describe, expect, test, vi } from "vitest";
import { STOPPED } from "../../page-features/page-messages";

const asked: string[] = [];
vi.mock("../network", () => ({
  askServer: async ({ method, path }: { method: string; path: string }, signal?: AbortSignal) => {
    asked.push(`${method} ${path}`);
    if (method === "POST") return new Response("{}");
    // The answer streams until somebody disconnects.
    return new Promise((_, refuse) => signal?.addEventListener("abort", () => refuse(signal.reason)));
  },
}));
const { answerStream, followRun } = await import("./answer-stream");

test("a question from a page is a text with a title, and no longer than it may be", () => {
  const { check } = answerStream;
  expect(check({ message: "Explain", title: "Arden", more: 1 })).toEqual({
    message: "Explain",
    title: "Arden",
  });
  for (const sent of [
    null,
    undefined,
    "Explain",
    {},
    { message: "  ", title: "" },
    { message: "Explain" },
    { message: 1, title: "" },
    { message: "x".repeat(100_001), title: "" },
  ])
    expect(check(sent)).toBeNull();
});

describe("an answer that is being written", () => {
  beforeEach(() => {
    asked.length = 0;
  });
  const follow = async (reason: unknown, endsWhenLeft: boolean) => {
    const stop = new AbortController();
    const reading = followRun("r", stop.signal, { endsWhenLeft }).next();
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    stop.abort(reason);
    await expect(reading).rejects.toBe(stop.signal.reason);
    return asked.slice(1);
  };

  test("ends when the person stops it", async () => {
    expect(await follow(STOPPED, false)).toEqual(["POST /api/runs/r/cancel"]);
  });

  test("goes on where it is kept, when its page is closed", async () => {
    expect(await follow(undefined, false)).toEqual([]);
  });

  test("ends with its page where nobody could find it again", async () => {
    expect(await follow(undefined, true)).toEqual(["POST /api/runs/r/cancel"]);
  });

  test("ends though it was stopped before it began", async () => {
    const reading = followRun("r", AbortSignal.abort(STOPPED), { endsWhenLeft: false }).next();
    await expect(reading).rejects.toBe(STOPPED);
    expect(asked).toContain("POST /api/runs/r/cancel");
  });
});
