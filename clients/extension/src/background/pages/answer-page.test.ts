import { describe, expect, test, vi } from "vitest";
import { STOPPED, STREAM_PORT } from "../../page-features/page-messages";
import {
  answerPage,
  isForPages,
  type PageHandlers,
  type PageStreamHandlers,
  pageSender,
  Refuse,
  servePageStream,
} from "./answer-page";

const OWN_ID = "ours";
const sender = {
  tabId: 1,
  frameId: 0,
  origin: "https://a.example",
  host: "a.example",
  isPrivate: false,
};
const untrusted = { refusal: { code: "untrusted", text: "Untrusted event" } };

const choose = vi.fn((request: number) => Promise.resolve(request + 1));
const handlers = {
  choose: { check: (sent: unknown) => (typeof sent === "number" ? sent : null), answer: choose },
  refuse: { check: () => undefined, answer: () => Promise.reject(new Refuse("receipt_needed")) },
} as unknown as PageHandlers;

describe("a message from a page", () => {
  test("is answered when its script is ours and it asks for what there is", async () => {
    expect(await answerPage(handlers, { name: "choose", request: 1 }, sender)).toEqual({ answer: 2 });
    expect(await answerPage(handlers, { name: "refuse" }, sender)).toEqual({
      refusal: { code: "receipt_needed", text: "receipt_needed" },
    });
  });

  // spec §7: "Unrecognised events raise "Untrusted event"."
  test("is untrusted when it is not in the table, or not as it should be", async () => {
    choose.mockClear();
    for (const envelope of [
      null,
      {},
      "choose",
      { name: "toString" },
      { name: "panel→background: log" },
      { name: "choose", request: "1" },
    ])
      expect(await answerPage(handlers, envelope, sender)).toEqual(untrusted);
    expect(await answerPage(handlers, { name: "choose", request: 1 }, null)).toEqual(untrusted);
    expect(choose).not.toHaveBeenCalled();
  });

  test("is known by where it comes from", () => {
    const page = { id: OWN_ID, tab: { id: 7 }, frameId: 2, url: "https://a.example/x?y=1" };
    expect(pageSender(page as never, OWN_ID)).toEqual({
      tabId: 7,
      frameId: 2,
      origin: "https://a.example",
      host: "a.example",
      isPrivate: false,
    });
    const hidden = { ...page, tab: { id: 7, incognito: true } };
    expect(pageSender(hidden as never, OWN_ID)).toMatchObject({ isPrivate: true });
    const written = { ...page, url: "about:srcdoc", origin: "https://a.example" };
    expect(pageSender(written as never, OWN_ID)).toMatchObject({ frameId: 2, host: "a.example" });
    for (const other of [
      undefined,
      { ...written, origin: "null" },
      { ...written, origin: undefined },
      { ...written, frameId: 0 },
      { ...page, id: "another extension" },
      { ...page, tab: undefined },
      { ...page, url: "chrome-extension://ours/sidepanel.html" },
      { ...page, url: "file:///etc/passwd" },
      { ...page, url: "" },
    ])
      expect(pageSender(other as never, OWN_ID)).toBeNull();
    expect(isForPages({ name: "page→background: hello" })).toBe(true);
    for (const envelope of [null, 1, {}, { name: "panel→background: log" }])
      expect(isForPages(envelope)).toBe(false);
  });
});

describe("a stream to a page", () => {
  const streams = {
    count: {
      check: (sent: unknown) => (typeof sent === "number" ? sent : null),
      async *answer(to: number) {
        for (let at = 1; at <= to; at += 1) yield at;
      },
    },
  } as unknown as PageStreamHandlers;

  const portOf = (name: string) => {
    const heard: ((message: unknown) => void)[] = [];
    const left: (() => void)[] = [];
    const port = {
      name: STREAM_PORT + name,
      postMessage: vi.fn(),
      disconnect: vi.fn(),
      onMessage: { addListener: (listener: (message: unknown) => void) => heard.push(listener) },
      onDisconnect: { addListener: (listener: () => void) => left.push(listener) },
    };
    return {
      port,
      say: (message: unknown) => heard.forEach((listener) => void listener(message)),
      leave: () => left.forEach((listener) => void listener()),
    };
  };

  test("gives its pieces and its end", async () => {
    const { port, say } = portOf("count");
    servePageStream(streams, port as never, sender);
    say(2);
    await vi.waitFor(() => expect(port.postMessage).toHaveBeenLastCalledWith({ end: true }));
    expect(port.postMessage.mock.calls).toEqual([[{ piece: 1 }], [{ piece: 2 }], [{ end: true }]]);
  });

  test("is told why nobody listens any more: stopped, or left", async () => {
    for (const [how, reason] of [
      ["stop", STOPPED],
      ["leave", undefined],
    ] as const) {
      let told: AbortSignal | undefined;
      const heard = {
        wait: {
          check: () => 1,
          async *answer(_: number, __: unknown, signal: AbortSignal) {
            told = signal;
            yield 1;
          },
        },
      } as unknown as PageStreamHandlers;
      const { port, say, leave } = portOf("wait");
      servePageStream(heard, port as never, sender);
      say(1);
      await vi.waitFor(() => expect(told).toBeDefined());
      if (how === "stop") say(STOPPED);
      leave();
      expect(told?.aborted).toBe(true);
      if (reason) expect(told?.reason).toBe(reason);
      else expect(told?.reason).not.toBe(STOPPED);
    }
  });

  test("is refused where it is not ours", () => {
    for (const [name, from, request] of [
      ["nonsense", sender, 2],
      ["count", null, 2],
      ["count", sender, "2"],
    ] as const) {
      const { port, say } = portOf(name);
      servePageStream(streams, port as never, from);
      say(request);
      expect(port.postMessage).toHaveBeenCalledWith(untrusted);
      expect(port.disconnect).toHaveBeenCalled();
    }
  });
});
