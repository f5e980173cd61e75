import type { RunState } from "@ensemble/contract/wire";
import { memoryStore } from "@ensemble/host/memory-host";
import { describe, expect, test, vi } from "vitest";
import { sent } from "../test-messages";
import { createOutbox, type OutboxDeps, type OutboxEntry } from "./outbox";

const entry = (id: string, change: Partial<OutboxEntry> = {}): OutboxEntry => ({
  id,
  account: "ada",
  conversation_id: "c1",
  parent_id: null,
  text: `Text of ${id}`,
  model: null,
  created_at: "2026-11-20T12:00:00Z",
  waits_for: null,
  follows: null,
  ...change,
});

/** Windows that share one storage and one lock per message. */
function windows() {
  const storage = memoryStore();
  const held = new Set<string>();
  const exclusive: OutboxDeps["exclusive"] = async (id, work) => {
    if (held.has(id)) return "busy";
    held.add(id);
    return work().finally(() => held.delete(id));
  };
  const open = (onTheWay: () => void = () => undefined) => {
    const deps = {
      storage,
      account: "ada",
      send: vi.fn(async ({ id, parent_id, conversation_id }: OutboxEntry) => {
        onTheWay();
        return sent(id, parent_id, conversation_id);
      }),
      runState: vi.fn(async (): Promise<RunState> => "running"),
      stopRun: vi.fn(async (): Promise<unknown> => undefined),
      onSent: vi.fn(),
      onRefused: vi.fn(),
      onSentElsewhere: vi.fn(),
      onTooLate: vi.fn(),
      schedule: vi.fn(),
      exclusive,
    };
    const outbox = createOutbox(deps);
    return { ...deps, outbox, ids: () => outbox.pending.getState().map(({ id }) => id) };
  };
  return { storage, open };
}

describe("Outbox in two windows", () => {
  test("sends a message from one of them only", async () => {
    const { open, storage } = windows();
    storage.set("outbox/q1", JSON.stringify(entry("q1")));
    const [one, two] = [open(), open()];

    await Promise.all([one.outbox.pump(), two.outbox.pump()]);
    two.outbox.reread();
    await two.outbox.pump();

    expect(one.send.mock.calls.length + two.send.mock.calls.length).toBe(1);
    expect([one.ids(), two.ids(), storage.keys()]).toEqual([[], [], []]);
    expect(two.onSentElsewhere).toHaveBeenCalledWith("c1");
  });

  test("sends the words as the other window changed them", async () => {
    const { open, storage } = windows();
    storage.set("outbox/q1", JSON.stringify(entry("q1")));
    const [one, two] = [open(), open()];
    one.outbox.edit("q1", "Better words");

    await two.outbox.pump();

    expect(two.send).toHaveBeenCalledWith(expect.objectContaining({ text: "Better words" }));
  });

  test("gives words back that came too late", async () => {
    const { open, storage } = windows();
    storage.set("outbox/q1", JSON.stringify(entry("q1")));
    const one = open();
    const two = open(() => void one.outbox.edit("q1", "Too late"));

    await two.outbox.pump();

    expect(two.onTooLate).toHaveBeenCalledWith("Too late", expect.objectContaining({ id: "q1" }));
    expect(storage.keys()).toEqual([]);
  });

  test("does not send what the other window took back, and shows what it wrote", async () => {
    const { open, storage } = windows();
    storage.set("outbox/q1", JSON.stringify(entry("q1")));
    const [one, two] = [open(), open()];
    one.outbox.take("q1");
    storage.set("outbox/q2", JSON.stringify(entry("q2")));

    two.outbox.reread();
    expect(two.ids()).toEqual(["q2"]);
    await two.outbox.pump();
    expect(two.send.mock.calls.map(([message]) => message.id)).toEqual(["q2"]);
  });

  test("puts what follows behind the answer to what the service worker sent", () => {
    const { open, storage } = windows();
    storage.set("outbox/q1", JSON.stringify(entry("q1")));
    storage.set("outbox/q2", JSON.stringify(entry("q2", { follows: "q1" })));
    const { outbox, ids, onSentElsewhere } = open();

    outbox.settle("q1", "a1", "run-a1");

    expect(ids()).toEqual(["q2"]);
    expect(outbox.pending.getState()[0]).toMatchObject({
      parent_id: "a1",
      waits_for: "run-a1",
      follows: null,
    });
    expect(onSentElsewhere).toHaveBeenCalledWith("c1");
  });
});
