import { browser } from "wxt/browser";
import type { PageAnswerOf, PageMessageName, PageMessages, PageReply } from "./page-messages";

/** Minimal message to the background, for the resident script. Null: it was refused. */
export async function say<Name extends PageMessageName>(
  name: Name,
  ...request: Parameters<PageMessages[Name]>
): Promise<PageAnswerOf<Name> | null> {
  try {
    const envelope = { name, request: request[0] };
    const reply = (await browser.runtime.sendMessage(envelope)) as PageReply<PageAnswerOf<Name>>;
    return "answer" in reply ? reply.answer : null;
  } catch {
    // After an update or removal, this script is an orphan.
    return null;
  }
}
