import { browser } from "wxt/browser";
import type { AnswerOf, Envelope, MessageName, Messages } from "../messages";

/** Sends a typed message to the background. */
export async function askBackground<Name extends MessageName>(
  name: Name,
  ...request: Parameters<Messages[Name]>
): Promise<AnswerOf<Name>> {
  const envelope: Envelope = { name, request: request[0] };
  const reply = (await browser.runtime.sendMessage(envelope)) as
    | { answer: AnswerOf<Name> }
    | { error: string };
  if ("error" in reply) throw new Error(reply.error);
  return reply.answer;
}
