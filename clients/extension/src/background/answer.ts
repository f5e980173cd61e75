import { type Envelope, type Handlers, type MessageName, UNTRUSTED_EVENT } from "../messages";

/** Answers a message to the background; `trusted` is true if the sender is a page of the extension. */
export async function answerMessage(
  handlers: Handlers,
  envelope: unknown,
  trusted: boolean,
): Promise<{ answer: unknown } | { error: string }> {
  const handle = trusted ? handlerOf(handlers, envelope) : null;
  if (!handle) return { error: UNTRUSTED_EVENT };
  try {
    return { answer: await handle() };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function handlerOf(handlers: Handlers, envelope: unknown): (() => Promise<unknown>) | null {
  if (typeof envelope !== "object" || envelope === null || !("name" in envelope)) return null;
  const { name, request } = envelope as Envelope;
  if (typeof name !== "string" || !Object.hasOwn(handlers, name)) return null;
  const handle = handlers[name as MessageName] as (request: unknown) => Promise<unknown>;
  return () => handle(request);
}
