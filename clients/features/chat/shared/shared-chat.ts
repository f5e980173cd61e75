import type { Part } from "@ensemble/contract/wire";

/** Message of a shared chat as written by the server's area `chat`. */
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
  /** All answers to the same message, including this one, in order. */
  versions: SharedMessage[];
}

/** Returns the branch that ends in `leafId`, with the siblings of each message. */
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

/** Returns the newest message below `id`. */
export function newestBelow({ messages }: SharedChat, id: string): string {
  const children = Map.groupBy(messages, ({ parent_id }) => parent_id);
  let leaf = id;
  for (let next = children.get(leaf)?.at(-1); next; next = children.get(leaf)?.at(-1)) leaf = next.id;
  return leaf;
}
