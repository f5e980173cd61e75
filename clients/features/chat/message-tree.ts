import type { Message } from "@ensemble/contract/wire";

export interface MessageTree {
  byId: ReadonlyMap<string, Message>;
  /** Children in the order they were made; under null, the first messages. */
  childrenOf: ReadonlyMap<string | null, readonly Message[]>;
}

export function messageTree(messages: readonly Message[]): MessageTree {
  const childrenOf = new Map<string | null, Message[]>();
  for (const message of messages) {
    const siblings = childrenOf.get(message.parent_id);
    if (siblings) siblings.push(message);
    else childrenOf.set(message.parent_id, [message]);
  }
  return { byId: new Map(messages.map((message) => [message.id, message])), childrenOf };
}

/** The messages from the first one down to `leafId`; of an unknown leaf, none. */
export function branchTo(tree: MessageTree, leafId: string | null): Message[] {
  const branch: Message[] = [];
  for (let message = find(tree, leafId); message; message = find(tree, message.parent_id))
    branch.push(message);
  return branch.reverse();
}

const find = (tree: MessageTree, id: string | null) => (id === null ? undefined : tree.byId.get(id));

/** Every version of the same turn, this one among them. */
export const versionsOf = (tree: MessageTree, message: Message): readonly Message[] =>
  tree.childrenOf.get(message.parent_id) ?? [message];

/** The end of the newest branch that goes through a message. */
export function newestLeaf(tree: MessageTree, messageId: string): string {
  let id = messageId;
  for (let next = tree.childrenOf.get(id)?.at(-1); next; next = tree.childrenOf.get(id)?.at(-1)) id = next.id;
  return id;
}

/**
 * Which branch to show. What the reader chose stays chosen, and grows with what is added to its end, here or elsewhere;
 * without a choice it is the server's, or the newest there is.
 */
export function leafToShow(
  tree: MessageTree,
  serverLeaf: string | null,
  chosen: string | null,
): string | null {
  if (chosen !== null && tree.byId.has(chosen)) {
    const grown = branchTo(tree, serverLeaf).some((message) => message.id === chosen);
    return grown ? serverLeaf : newestLeaf(tree, chosen);
  }
  if (serverLeaf !== null && tree.byId.has(serverLeaf)) return serverLeaf;
  const first = tree.childrenOf.get(null)?.at(-1);
  return first ? newestLeaf(tree, first.id) : null;
}
