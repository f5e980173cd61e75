import { put, readAll } from "@ensemble/blocks/device-store";
import { onServer } from "@ensemble/contract/base-path";
import type { Sent } from "@ensemble/contract/wire";
import {
  bodyOf,
  type MirroredEntry,
  outboxLock,
  tellOutboxChanged,
} from "@ensemble/feature-chat/outbox/outbox-mirror";

/**
 * Sends the outbox on background sync, even without an open page. Messages that wait for an answer are left
 * to a page. Rejects if the network is gone, so that the browser retries.
 */
export async function sendOutbox(): Promise<void> {
  const entries = (await readAll<MirroredEntry>("outbox")).filter(
    ({ sent, waits_for, follows }) => !sent && waits_for === null && follows === null,
  );
  if (entries.length === 0) return;
  const account = await whoIsHere();
  for (const entry of entries.sort((a, b) => (a.id < b.id ? -1 : 1))) {
    // No other account's session sends it.
    if (entry.account === account) await outboxLock(entry.id, () => send(entry));
  }
  tellOutboxChanged();
}

async function whoIsHere(): Promise<string | null> {
  const answer = await fetch(onServer("/api/accounts/session"));
  if (!answer.ok) throw new Error(`the server said ${answer.status}`);
  return ((await answer.json()) as { me: { id: string } | null }).me?.id ?? null;
}

async function send(entry: MirroredEntry): Promise<void> {
  const address = `/api/chat/conversations/${encodeURIComponent(entry.conversation_id)}/messages`;
  const answer = await fetch(onServer(address), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(bodyOf(entry)),
  });
  if (answer.status >= 500) throw new Error(`the server said ${answer.status}`);
  // A rejection is for the page to explain: it sends again with the same id.
  if (!answer.ok) return;
  const { assistant_message: message } = (await answer.json()) as Sent;
  await put("outbox", entry.id, { ...entry, sent: { answer_id: message.id, run_id: message.run_id } });
}
