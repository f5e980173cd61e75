import { createParser } from "eventsource-parser";
import { connectionProblem } from "./problem-error";
import type { SseEvent } from "./sse";

/** Yields the events of a response body; `heard` is called for comments too. */
export async function* parseEvents(
  body: ReadableStream<Uint8Array>,
  heard: () => void,
): AsyncGenerator<SseEvent, void> {
  const pending: SseEvent[] = [];
  const parser = createParser({
    onEvent: ({ id, event, data }) => pending.push({ id: id ?? null, type: event ?? "message", data }),
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    while (true) {
      const { done, value } = await reader.read().catch(() => {
        throw connectionProblem();
      });
      if (done) return;
      heard();
      parser.feed(decoder.decode(value, { stream: true }));
      yield* pending.splice(0);
    }
  } finally {
    reader.releaseLock();
  }
}
