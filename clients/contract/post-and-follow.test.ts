import { afterEach, expect, test, vi } from "vitest";
import { postAndFollow } from "./post-and-follow";
import { CONNECTION_ERROR } from "./problem-error";
import { sse } from "./sse";

const MESSAGES = "/api/chat/conversations/{id}/messages";
const SENT = { conversation: { id: "c" }, assistant_message: { id: "m", run_id: "r" } };
const EVENTS = "/api/runs/r/events";
const inputs = { path: { id: "c" }, body: { id: "q", parent_id: null, text: "Tea?", model: "fake/echo" } };

/**
 * Returns a connection that stays open, controlled by `say` and `end`; each request gets the next response.
 */
function openLine(type = "text/event-stream") {
  let stream!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      stream = controller;
    },
  });
  const encoder = new TextEncoder();
  return {
    response: new Response(body, { status: 202, headers: { "content-type": type } }),
    say: (text: string) => stream.enqueue(encoder.encode(text)),
    end: () => stream.close(),
  };
}

function answering(...responses: Response[]) {
  const requests: Request[] = [];
  vi.stubGlobal("location", { origin: "http://server.test" });
  vi.stubGlobal("fetch", async (input: Request | string, init?: RequestInit) => {
    requests.push(new Request(typeof input === "string" ? `http://server.test${input}` : input, init));
    return responses.shift() ?? Response.error();
  });
  return requests;
}

async function read(after?: string) {
  const texts: string[] = [];
  const signal = new AbortController().signal;
  for await (const { data } of sse(EVENTS, { signal, after, pause: async () => undefined })) texts.push(data);
  return texts;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("what was sent and the events of its answer come on one line", async () => {
  const line = openLine();
  const requests = answering(line.response);
  line.say(`event: sent\ndata: ${JSON.stringify(SENT)}\n\nid: 1\nevent: part.delta\ndata: a\n\n`);

  expect(await postAndFollow(MESSAGES, inputs)).toEqual(SENT);
  line.say("id: 2\nevent: part.delta\ndata: b\n\nevent: done\ndata: {}\n\n");

  expect(await read()).toEqual(["a", "b"]);
  expect(requests.map(({ method, headers }) => [method, headers.get("accept")])).toEqual([
    ["POST", "text/event-stream"],
  ]);
});

test("a line that breaks is opened again behind the last event", async () => {
  const line = openLine();
  const rest = new Response("id: 2\nevent: part.delta\ndata: b\n\nevent: done\ndata: {}\n\n");
  const requests = answering(line.response, rest);
  line.say(`event: sent\ndata: ${JSON.stringify(SENT)}\n\nid: 1\nevent: part.delta\ndata: a\n\n`);
  line.end();

  await postAndFollow(MESSAGES, inputs);

  expect(await read()).toEqual(["a", "b"]);
  expect(requests[1]?.headers.get("last-event-id")).toBe("1");
});

test("an answer that is no stream is read whole, and its events are asked for", async () => {
  const events = new Response("id: 1\nevent: part.delta\ndata: a\n\nevent: done\ndata: {}\n\n");
  const requests = answering(Response.json(SENT, { status: 202 }), events);

  expect(await postAndFollow(MESSAGES, inputs)).toEqual(SENT);
  expect(await read()).toEqual(["a"]);
  expect(requests[1]?.url).toContain(EVENTS);
});

test("a line that ends before it says what was sent is a lost connection", async () => {
  const line = openLine();
  answering(line.response);
  line.end();

  await expect(postAndFollow(MESSAGES, inputs)).rejects.toMatchObject({ code: CONNECTION_ERROR });
});

test("a line that nobody reads is closed", async () => {
  vi.useFakeTimers();
  const line = openLine();
  const requests = answering(line.response);
  line.say(`event: sent\ndata: ${JSON.stringify(SENT)}\n\n`);
  await postAndFollow(MESSAGES, inputs);

  vi.advanceTimersByTime(10_000);

  expect(requests[0]?.signal.aborted).toBe(true);
});
