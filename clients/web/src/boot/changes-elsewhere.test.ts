import { createQueryClient } from "@ensemble/blocks/query-client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchChanges } from "./changes-elsewhere";

type Hint = { type: string };

const heard = vi.hoisted(() => new Set<(hint: Hint) => void>());
vi.mock("@ensemble/contract/server-hints", () => ({
  onServerHint: (listener: (hint: Hint) => void) => {
    heard.add(listener);
    return () => void heard.delete(listener);
  },
}));
const tell = (type: string) => {
  for (const listener of heard) listener({ type });
};

/** Returns loaded models, and whether they are stale. */
function readModels() {
  const client = createQueryClient(() => undefined);
  client.setQueryData(["models"], []);
  return { client, isStale: () => client.getQueryState(["models"])?.isInvalidated ?? false };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  heard.clear();
  vi.useRealTimers();
});

test("what changed in another window is read again", () => {
  const { client, isStale } = readModels();
  watchChanges(client);
  tell("connected");
  expect(isStale()).toBe(false);
  tell("models.changed");
  expect(isStale()).toBe(true);
});

// The page's own queries start at the same moment as the connection.
test("a line that opens late, or anew, has everything read again: its hints were missed", () => {
  const late = readModels();
  watchChanges(late.client);
  vi.advanceTimersByTime(10_000);
  tell("connected");
  expect(late.isStale()).toBe(true);

  const anew = readModels();
  watchChanges(anew.client);
  tell("connected");
  expect(anew.isStale()).toBe(false);
  tell("connected");
  expect(anew.isStale()).toBe(true);
});
