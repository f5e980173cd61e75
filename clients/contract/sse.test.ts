import { afterEach, describe, expect, test, vi } from "vitest";
import { CONNECTION_ERROR } from "./problem-error";
import { backOff, pauseUntilOnline, SILENCE_MAX_MS, type SseEvent, type SseOptions, sse } from "./sse";

const streamOf = (chunks: Uint8Array<ArrayBuffer>[]) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(stream) {
      for (const chunk of chunks) stream.enqueue(chunk);
      stream.close();
    },
  });

type Line = string[] | Response | Error;

/** Serves each connection the next script; text arrives in the given chunks. */
function server(...lines: Line[]) {
  const asked: (string | null)[] = [];
  const fetch = vi.fn((_url: unknown, init?: RequestInit) => {
    asked.push(new Headers(init?.headers).get("last-event-id"));
    const line = lines.shift() ?? ["event: done\ndata: {}\n\n"];
    if (line instanceof Error) return Promise.reject(line);
    if (line instanceof Response) return Promise.resolve(line);
    return Promise.resolve(new Response(streamOf(line.map((chunk) => new TextEncoder().encode(chunk)))));
  });
  return { asked, fetch: fetch as unknown as typeof globalThis.fetch };
}

async function readAll(options: Partial<SseOptions>, controller = new AbortController()) {
  const events: SseEvent[] = [];
  const pauses: number[] = [];
  const pause = async (milliseconds: number) => void pauses.push(milliseconds);
  for await (const event of sse("/events", { signal: controller.signal, pause, ...options }))
    events.push(event);
  return { events, pauses, text: events.map((event) => event.data).join("") };
}

const DONE = "event: done\ndata: {}\n\n";
const event = (id: number, data: string) => `id: ${id}\nevent: part.delta\ndata: ${data}\n\n`;

afterEach(() => vi.useRealTimers());

describe("sse", () => {
  test("gives events with id and type, and ends at done", async () => {
    const { fetch } = server([": hello\n\n", event(1, "a"), DONE, event(2, "never")]);

    const { events } = await readAll({ fetch });

    expect(events).toEqual([{ id: "1", type: "part.delta", data: "a" }]);
  });

  test("reads events that are cut anywhere, also inside a character", async () => {
    const bytes = new TextEncoder().encode(event(1, "مرحبا 👋") + DONE);
    const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
    const fetch = (async () => new Response(streamOf(single))) as unknown as typeof globalThis.fetch;

    expect((await readAll({ fetch })).text).toBe("مرحبا 👋");
  });

  test("opens a cut line again behind the last event seen", async () => {
    const { asked, fetch } = server([event(1, "a"), event(2, "b")], new TypeError("network"), [
      event(3, "c"),
      DONE,
    ]);

    const { text, pauses } = await readAll({ fetch });

    expect(text).toBe("abc");
    expect(asked).toEqual([null, "2", "2"]);
    expect(pauses).toHaveLength(2);
  });

  test("starts behind the event it was told", async () => {
    const { asked, fetch } = server([DONE]);

    await readAll({ fetch, after: "41" });

    expect(asked).toEqual(["41"]);
  });

  test("throws when the server refuses for good", async () => {
    const gone = Response.json({ code: "runs.run_not_found", message: "No such run." }, { status: 404 });
    const { fetch } = server(gone);

    await expect(readAll({ fetch })).rejects.toMatchObject({ code: "runs.run_not_found" });
  });

  test("waits as long as a busy server asks", async () => {
    const { fetch } = server(new Response(null, { status: 429, headers: { "Retry-After": "9" } }), [DONE]);

    expect((await readAll({ fetch })).pauses).toEqual([9_000]);
  });

  test("tells when the line opens and when it is lost", async () => {
    const { fetch } = server([event(1, "a")], new TypeError("network"), [DONE]);
    const told: boolean[] = [];

    await readAll({ fetch, onConnection: (connected) => told.push(connected) });

    expect(told).toEqual([true, false, false, true]);
  });

  test("stops when aborted", async () => {
    const controller = new AbortController();
    const { fetch } = server([event(1, "a")], [event(2, "b")]);
    const stopAfterFirst = async () => controller.abort();

    await expect(readAll({ fetch, pause: stopAfterFirst }, controller)).rejects.toThrow();
  });

  test("takes a line that is silent for 45 s for dead", async () => {
    vi.useFakeTimers();
    let connections = 0;
    const fetch = ((_url: unknown, init: RequestInit) => {
      connections += 1;
      if (connections > 1) return Promise.resolve(new Response(DONE));
      const silent = new ReadableStream<Uint8Array>({
        start(stream) {
          init.signal?.addEventListener("abort", () => stream.error(new Error("aborted")));
        },
      });
      return Promise.resolve(new Response(silent as never));
    }) as unknown as typeof globalThis.fetch;

    const reading = readAll({ fetch });
    await vi.advanceTimersByTimeAsync(SILENCE_MAX_MS - 1);
    expect(connections).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await reading;

    expect(connections).toBe(2);
  });

  test("lets its line go when the page is hidden for a while, and opens it again when it is seen", async () => {
    vi.useFakeTimers();
    const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("visible");
    const show = (state: DocumentVisibilityState) => {
      visibility.mockReturnValue(state);
      document.dispatchEvent(new Event("visibilitychange"));
    };
    let connections = 0;
    const fetch = ((_url: unknown, init: RequestInit) => {
      connections += 1;
      if (connections > 1) return Promise.resolve(new Response(DONE));
      const open = new ReadableStream<Uint8Array<ArrayBuffer>>({
        start: (stream) => init.signal?.addEventListener("abort", () => stream.error(new Error("aborted"))),
      });
      return Promise.resolve(new Response(open));
    }) as unknown as typeof globalThis.fetch;

    const reading = readAll({ fetch, closeWhenHidden: true });
    show("hidden");
    await vi.advanceTimersByTimeAsync(19_000);
    show("visible");
    await vi.advanceTimersByTimeAsync(21_000);
    expect(connections).toBe(1);

    show("hidden");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connections).toBe(1);
    show("visible");
    await reading;

    expect(connections).toBe(2);
  });

  test("a lost connection is a connection error for who asks once", async () => {
    const controller = new AbortController();
    const { fetch } = server(new TypeError("network"));
    const giveUp = async () => {
      throw new Error(CONNECTION_ERROR);
    };

    await expect(readAll({ fetch, pause: giveUp }, controller)).rejects.toThrow(CONNECTION_ERROR);
  });
});

describe("backOff", () => {
  test("doubles from 400 ms to at most 15 s, half of it by chance", () => {
    expect([0, 1, 2, 9].map((failures) => backOff(failures, () => 1))).toEqual([400, 800, 1600, 15_000]);
    expect([0, 1, 2, 9].map((failures) => backOff(failures, () => 0))).toEqual([200, 400, 800, 7_500]);
  });
});

describe("pauseUntilOnline", () => {
  test("ends early when the network comes back", async () => {
    vi.useFakeTimers();
    const pause = pauseUntilOnline(60_000, new AbortController().signal);

    window.dispatchEvent(new Event("online"));

    await expect(pause).resolves.toBeUndefined();
  });
});
