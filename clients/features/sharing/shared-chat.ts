import type { Part } from "@ensemble/contract/wire";

/** One message of a shared chat, as the server's area `chat` writes it. */
export interface SharedMessage {
  id: string;
  parent_id: string | null;
  role: "user" | "assistant";
  parts: Part[];
  model_name: string | null;
  created_at: string;
}

export interface SharedChat {
  leaf_id: string | null;
  messages: SharedMessage[];
}

export interface SharedTurn {
  message: SharedMessage;
  /** The other answers to the same message, with this one, in their order. */
  versions: SharedMessage[];
}

/** The branch that ends in `leafId`, with what stands beside each of its messages. */
export function branchOf({ messages }: SharedChat, leafId: string | null): SharedTurn[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const children = Map.groupBy(messages, ({ parent_id }) => parent_id);
  const branch: SharedTurn[] = [];
  let at = byId.get(leafId ?? "") ?? messages.at(-1);
  while (at && branch.length < messages.length) {
    branch.unshift({ message: at, versions: children.get(at.parent_id) ?? [at] });
    at = at.parent_id === null ? undefined : byId.get(at.parent_id);
  }
  return branch;
}

/** The newest message below `id`. */
export function newestBelow({ messages }: SharedChat, id: string): string {
  const children = Map.groupBy(messages, ({ parent_id }) => parent_id);
  let leaf = id;
  for (let next = children.get(leaf)?.at(-1); next; next = children.get(leaf)?.at(-1)) leaf = next.id;
  return leaf;
}
