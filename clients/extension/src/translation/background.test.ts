import { expect, test, vi } from "vitest";

vi.mock("wxt/browser", () => ({ browser: {} }));

const { readEvents } = await import("./background");

const frame = (type: string, data: object) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;

/** Returns a response that arrives in chunks of `size` bytes. */
function answer(text: string, size: number): Response {
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      for (let at = 0; at < bytes.length; at += size) stream.enqueue(bytes.slice(at, at + size));
      stream.close();
    },
  });
  return new Response(body);
}

async function read(response: Response): Promise<unknown[]> {
  const events: unknown[] = [];
  for await (const event of readEvents(response)) events.push(event);
  return events;
}

const first = { index: 0, text: "灯塔 <1/>", remembered: false };

test("what the server tells is read wherever it is cut", async () => {
  const text = `: \n\n${frame("translated", first)}${frame("failed", { index: 1 })}event: done\ndata: {}\n\n`;
  for (const size of [1, 7, 1_000]) {
    const events = await read(answer(text, size));
    expect(events).toEqual([
      { type: "translated", ...first },
      { type: "failed", index: 1 },
    ]);
  }
});

test("an answer that breaks off is no whole answer", async () => {
  await expect(read(answer(frame("translated", first), 5))).rejects.toMatchObject({ code: "unreachable" });
});
