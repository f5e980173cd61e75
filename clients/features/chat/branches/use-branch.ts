import type { FilePart, Message, ReferencePart } from "@ensemble/contract/wire";
import { useStore } from "zustand";
import type { Thread } from "../conversation/thread";
import type { PendingMessage } from "../outbox/outbox";
import { useChat } from "../use-chat";
import { branchTo, leafToShow, type MessageTree, messageTree, newestLeaf } from "./message-tree";

/** Message of the shown branch; `pending` until the server has it. */
export interface MessageRowData {
  message: Message;
  pending: "sending" | "waiting" | null;
}

/** Returns the branch to show: the reader's choice or the server's, with unsent messages at its end. */
export function useBranch(
  conversationId: string,
  detail: Thread | undefined,
  pending: readonly PendingMessage[],
): { tree: MessageTree; rows: MessageRowData[]; leaf: Message | null } {
  const chosen = useStore(useChat().leaves, (leaves) => leaves[conversationId]);
  const messages = detail?.messages ?? [];
  const known = new Set(messages.map((message) => message.id));
  const onTheWay = pending.filter((entry) => isShown(entry) && !known.has(entry.id));
  const tree = messageTree([...messages, ...onTheWay.map(asMessage)]);
  const newest = onTheWay.at(-1);
  const leafId = newest
    ? newestLeaf(tree, newest.id)
    : leafToShow(tree, detail?.leaf_id ?? null, chosen ?? null);
  const states = new Map(onTheWay.map((entry) => [entry.id, entry.state]));
  const branch = branchTo(tree, leafId);
  return {
    tree,
    rows: branch.map((message) => {
      const state = states.get(message.id);
      return { message, pending: state === "sending" || state === "waiting" ? state : null };
    }),
    leaf: branch.at(-1) ?? null,
  };
}

/** Returns true for messages in the conversation; queued ones are shown above the composer. */
const isShown = (entry: PendingMessage) =>
  (entry.state === "sending" || entry.state === "waiting") && entry.follows === null;

const asMessage = (entry: PendingMessage): Message => ({
  id: entry.id,
  conversation_id: entry.conversation_id,
  parent_id: entry.parent_id,
  role: "user",
  parts: [
    ...(entry.files ?? []).map((file): FilePart => ({ id: file.file_id, kind: "file", ...file })),
    ...(entry.references ?? []).map(
      (thing): ReferencePart => ({ id: thing.thing_id, kind: "reference", ...thing }),
    ),
    { id: entry.id, kind: "text", text: entry.text },
  ],
  model: null,
  model_name: null,
  state: "completed",
  run_id: null,
  problem: null,
  receipt: null,
  kind: "plain",
  batch_id: null,
  bot_id: null,
  created_at: entry.created_at,
});
