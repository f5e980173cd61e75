import { serve } from "@ensemble/blocks/testing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { bringBack, deleteSoon } from "./leaving";

const LONGER_THAN_THE_NOTICE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const answers = { "DELETE /api/writing/humanizations/h1": null };

test("what was deleted and taken back in time is never deleted", async () => {
  const seen = serve(answers);
  deleteSoon("h1", async () => undefined);
  bringBack("h1");
  await vi.advanceTimersByTimeAsync(LONGER_THAN_THE_NOTICE_MS);
  dispatchEvent(new Event("pagehide"));
  expect(seen).toEqual([]);
});

test("what nobody takes back is deleted once", async () => {
  const seen = serve(answers);
  const ended: unknown[] = [];
  const onEnd = async (error: unknown) => ended.push(error);
  deleteSoon("h1", onEnd);
  deleteSoon("h1", onEnd);
  await vi.advanceTimersByTimeAsync(LONGER_THAN_THE_NOTICE_MS);
  dispatchEvent(new Event("pagehide"));
  await vi.advanceTimersByTimeAsync(0);
  expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual(Object.keys(answers));
  expect(ended).toEqual([null]);
});

test("a deletion that the server refuses is told", async () => {
  serve({});
  const ended: unknown[] = [];
  deleteSoon("h1", async (error) => ended.push(error));
  dispatchEvent(new Event("pagehide"));
  await vi.waitFor(() => expect(ended).toMatchObject([{ code: "api.not_found" }]));
});
