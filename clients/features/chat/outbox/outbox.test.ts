import { connectionProblem, ProblemError } from "@ensemble/contract/problem-error";
import type { RunState } from "@ensemble/contract/wire";
import { memoryStore } from "@ensemble/host/memory-host";
import { describe, expect, test, vi } from "vitest";
import { sent } from "../test-messages";
import { createOutbox, type OutboxDeps, type OutboxEntry, queueOf } from "./outbox";

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

function setUp(change: Partial<OutboxDeps> = {}) {
  const runState = vi.fn(async (_entry: { waits_for: string }): Promise<RunState> => "running");
  const deps = {
    storage: memoryStore(),
    account: "ada",
    send: vi.fn(async ({ id, parent_id, conversation_id }: OutboxEntry) =>
      sent(id, parent_id, conversation_id),
    ),
    runState,
    stopRun: vi.fn(async (_runId: string): Promise<unknown> => undefined),
    onSent: vi.fn(),
    onRefused: vi.fn(),
    schedule: vi.fn(),
    ...change,
  };
  const outbox = createOutbox(deps);
  const states = () => outbox.pending.getState().map(({ id, state }) => `${id} ${state}`);
  return { ...deps, outbox, states, runState };
}

const refused = () =>
  new ProblemError({
    status: 402,
    code: "ledger.queries_used_up",
    params: {},
    message: "Your queries have been used up",
  });

describe("Outbox", () => {
  test("sends a message and forgets it once the server has it", async () => {
    const { outbox, send, onSent, storage, states } = setUp();

    outbox.add(entry("q1"));
    await outbox.pump();

    expect(send).toHaveBeenCalledTimes(1);
    expect(onSent).toHaveBeenCalledTimes(1);
    expect(states()).toEqual([]);
    expect(storage.keys()).toEqual([]);
  });

  test("has stored the message before it asks the server", () => {
    const storage = memoryStore();
    const send = vi.fn(() => new Promise<never>(() => undefined));
    const { outbox } = setUp({ storage, send });

    outbox.add(entry("q1"));

    expect(storage.get("outbox/q1")).toContain("Text of q1");
  });

  test("keeps an unsent message over a lost network, and sends it with the same id when it is back", async () => {
    const send = vi.fn(async (message: OutboxEntry) => sent(message.id));
    send.mockRejectedValueOnce(connectionProblem());
    const { outbox, states, schedule } = setUp({ send });

    outbox.add(entry("q1"));
    await outbox.pump();
    await vi.waitFor(() => expect(schedule).toHaveBeenCalled());
    await outbox.pump();

    expect(send.mock.calls.map(([message]) => message.id)).toEqual(["q1", "q1"]);
    expect(states()).toEqual([]);
  });

  test("takes up after a reload what was not sent", async () => {
    const storage = memoryStore();
    const offline = setUp({ storage, send: vi.fn(() => Promise.reject(connectionProblem())) });
    offline.outbox.add(entry("q1"));
    await offline.outbox.pump();

    const reloaded = setUp({ storage });
    expect(reloaded.states()).toEqual(["q1 waiting"]);
    await reloaded.outbox.pump();

    expect(reloaded.send).toHaveBeenCalledTimes(1);
    expect(storage.keys()).toEqual([]);
  });

  test("never sends what somebody else wrote on this device", async () => {
    const storage = memoryStore();
    const offline = setUp({ storage, send: vi.fn(() => Promise.reject(connectionProblem())) });
    offline.outbox.add(entry("q1"));
    await offline.outbox.pump();

    const other = setUp({ storage, account: "bob" });
    await other.outbox.pump();

    expect(other.send).not.toHaveBeenCalled();
    expect(storage.get("outbox/q1")).not.toBeNull();
  });

  test("gives a refused message back, and does not try it again", async () => {
    const { outbox, onRefused, states } = setUp({ send: vi.fn(() => Promise.reject(refused())) });

    outbox.add(entry("q1"));
    await outbox.pump();

    expect(onRefused).toHaveBeenCalledWith(
      expect.objectContaining({ code: "ledger.queries_used_up" }),
      expect.objectContaining({ id: "q1", text: "Text of q1" }),
    );
    expect(states()).toEqual([]);
  });

  test("keeps a message queued while the answer before it runs, and sends it once that is complete", async () => {
    const { outbox, send, runState, states } = setUp();

    outbox.add(entry("q2", { parent_id: "a1", waits_for: "run-a1" }));
    await outbox.pump();
    expect(states()).toEqual(["q2 queued"]);
    expect(send).not.toHaveBeenCalled();

    runState.mockResolvedValue("completed");
    await outbox.pump();

    expect(send).toHaveBeenCalledTimes(1);
  });

  test.each(["failed", "cancelled", "interrupted"] as const)(
    "holds a queued message for its writer when the answer before it is %s",
    async (state) => {
      const { outbox, send, states } = setUp({ runState: vi.fn(async () => state) });

      outbox.add(entry("q2", { parent_id: "a1", waits_for: "run-a1" }));
      await outbox.pump();
      expect(states()).toEqual(["q2 held"]);
      expect(send).not.toHaveBeenCalled();

      outbox.release("q2");
      await outbox.pump();
      expect(send).toHaveBeenCalledTimes(1);
    },
  );

  describe("of several queued messages", () => {
    const queued = () => {
      const made = setUp();
      made.outbox.add(entry("q2", { parent_id: "a1", waits_for: "run-a1" }));
      made.outbox.add(entry("q3", { follows: "q2" }));
      made.outbox.add(entry("q4", { follows: "q3" }));
      const order = (outbox = made.outbox) => queueOf(outbox.pending.getState(), "c1").map(({ id }) => id);
      return { ...made, order };
    };

    test("changes the order, over a reload too", () => {
      const { outbox, order, ...deps } = queued();
      outbox.move("q4", -1);
      outbox.move("q2", 1);
      expect(order()).toEqual(["q4", "q2", "q3"]);
      expect(outbox.pending.getState().find(({ id }) => id === "q4")).toMatchObject({
        parent_id: "a1",
        waits_for: "run-a1",
        follows: null,
      });
      expect(order(createOutbox(deps))).toEqual(["q4", "q2", "q3"]);
      outbox.move("q4", -1);
      expect(order()).toEqual(["q4", "q2", "q3"]);
    });

    test("changes the text where it stands, over a reload too, but not of one that is going out", async () => {
      const { outbox, order, ...deps } = queued();
      expect(outbox.edit("q3", "Better words")).toBe(true);
      const reloaded = createOutbox(deps);
      expect(reloaded.pending.getState().find(({ id }) => id === "q3")?.text).toBe("Better words");
      expect(order(reloaded)).toEqual(["q2", "q3", "q4"]);
      expect(outbox.edit("gone", "x")).toBe(false);
    });

    test("sends one now: the answer is stopped, what it has is kept, and the message follows it", async () => {
      const { outbox, order, runState, stopRun, send } = queued();
      outbox.release("q4");
      await outbox.pump();
      expect(order()).toEqual(["q4", "q2", "q3"]);
      expect(stopRun).toHaveBeenCalledWith("run-a1");
      expect(send).not.toHaveBeenCalled();

      runState.mockImplementation(async ({ waits_for }) =>
        waits_for === "run-a1" ? "cancelled" : "running",
      );
      await outbox.pump();
      expect(send).toHaveBeenCalledTimes(1);
      expect(send).toHaveBeenCalledWith(expect.objectContaining({ id: "q4", parent_id: "a1" }));
      expect(order()).toEqual(["q2", "q3"]);
    });

    test("takes one back without losing the others", async () => {
      const { outbox, order } = queued();
      expect(outbox.take("q3")).toBe("Text of q3");
      expect(order()).toEqual(["q2", "q4"]);
    });
  });

  test("puts the second of two queued messages behind the answer to the first", async () => {
    const { outbox, send, runState } = setUp();
    outbox.add(entry("q2", { parent_id: "a1", waits_for: "run-a1" }));
    outbox.add(entry("q3", { follows: "q2" }));

    runState.mockImplementation(async ({ waits_for }) => (waits_for === "run-a1" ? "completed" : "running"));
    await outbox.pump();

    expect(send).toHaveBeenCalledTimes(1);
    expect(outbox.pending.getState()).toEqual([
      expect.objectContaining({
        id: "q3",
        parent_id: "a2",
        waits_for: "run-a2",
        follows: null,
        state: "queued",
      }),
    ]);
  });

  test("a message taken back leaves its place to the one behind it", () => {
    const { outbox } = setUp();
    outbox.add(entry("q2", { parent_id: "a1", waits_for: "run-a1" }));
    outbox.add(entry("q3", { follows: "q2" }));

    expect(outbox.take("q2")).toBe("Text of q2");

    expect(outbox.pending.getState()).toEqual([
      expect.objectContaining({ id: "q3", parent_id: "a1", waits_for: "run-a1", follows: null }),
    ]);
  });

  test("sends the messages of one conversation in order, and does not let it hold up another", async () => {
    const send = vi.fn(async (message: OutboxEntry) => {
      if (message.conversation_id === "c1") throw connectionProblem();
      return sent(message.id, null, message.conversation_id);
    });
    const { outbox, states } = setUp({ send });

    outbox.add(entry("q1"));
    outbox.add(entry("q2", { follows: "q1" }));
    outbox.add(entry("q3", { conversation_id: "c2" }));
    await outbox.pump();
    await vi.waitFor(() => expect(states()).toEqual(["q1 waiting", "q2 queued"]));
  });

  test("is not stopped by an entry that cannot be read", () => {
    const storage = memoryStore({ "outbox/broken": '{"id":"bro' });
    setUp({ storage }).outbox.add(entry("q1"));

    expect(setUp({ storage }).states()).toEqual(["q1 waiting"]);
  });
});
