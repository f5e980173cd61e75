import type { Message } from "@ensemble/contract/wire";

export interface MessageTree {
  byId: ReadonlyMap<string, Message>;
  /** Children in order of creation; under null, the first messages. */
  childrenOf: ReadonlyMap<string | null, readonly Message[]>;
}

export function messageTree(messages: readonly Message[]): MessageTree {
  const childrenOf = new Map<string | null, Message[]>();
  for (const message of messages) {
    const siblings = childrenOf.get(message.parent_id);
    if (siblings) siblings.push(message);
    else childrenOf.set(message.parent_id, [message]);
  }
  for (const [parentId, siblings] of childrenOf) childrenOf.set(parentId, sameAsBefore(siblings));
  return { byId: new Map(messages.map((message) => [message.id, message])), childrenOf };
}

const siblingsOfFirst = new WeakMap<Message, Message[]>();

/** Returns the previous list for the same messages, so that only changed rows render again. */
function sameAsBefore(siblings: Message[]): Message[] {
  const [first] = siblings;
  if (!first) return siblings;
  const before = siblingsOfFirst.get(first);
  if (before?.length === siblings.length && before.every((message, at) => message === siblings[at]))
    return before;
  siblingsOfFirst.set(first, siblings);
  return siblings;
}

/** Returns the messages from the first one to `leafId`; empty for an unknown leaf. */
export function branchTo(tree: MessageTree, leafId: string | null): Message[] {
  const branch: Message[] = [];
  for (let message = find(tree, leafId); message; message = find(tree, message.parent_id))
    branch.push(message);
  return branch.reverse();
}

const find = (tree: MessageTree, id: string | null) => (id === null ? undefined : tree.byId.get(id));

/** Returns all versions of a turn, including this one. */
export const versionsOf = (tree: MessageTree, message: Message): readonly Message[] =>
  tree.childrenOf.get(message.parent_id) ?? [message];

/** Answers of several models to one message, and the answers merged from them. */
export interface Batch {
  /** One column per model in the requested order, each with its versions, oldest first. */
  columns: readonly (readonly Message[])[];
  /** Versions of the merged answer, oldest first. */
  merged: readonly Message[];
}

/** Returns the batch of an answer; null for a single one. Memoized by the messages. */
export function batchOf(tree: MessageTree, message: Message): Batch | null {
  if (message.batch_id === null || message.role !== "assistant") return null;
  const versions = versionsOf(tree, message);
  const known = kept(batches, versions, () => new Map<string, Batch>());
  const found = known.get(message.batch_id);
  if (found) return found;
  const all = versions.filter(({ batch_id }) => batch_id === message.batch_id);
  const plain = all.filter(({ kind }) => kind !== "ensemble");
  const columns = [...Map.groupBy(plain, ({ model }) => model).values()];
  const batch = { columns, merged: all.filter(({ kind }) => kind === "ensemble") };
  known.set(message.batch_id, batch);
  return batch;
}

/** Returns the answers to a message as numbered for merging, from 1. Memoized by the messages. */
export function numberedAnswers(tree: MessageTree, questionId: string | null): readonly Message[] {
  const children = tree.childrenOf.get(questionId) ?? NONE;
  return kept(numbered, children, () =>
    children.filter(({ role, kind }) => role === "assistant" && kind === "plain"),
  );
}

/**
 * Returns the messages needed in full to render a message: for side-by-side and merged answers, all siblings.
 */
export const drawnWith = (tree: MessageTree, message: Message): readonly Message[] =>
  message.batch_id !== null || message.kind === "ensemble" ? versionsOf(tree, message) : [message];

const NONE: readonly Message[] = [];
const batches = new WeakMap<readonly Message[], Map<string, Batch>>();
const numbered = new WeakMap<readonly Message[], readonly Message[]>();

/** Caches a value by a list of messages, so that rows re-render only when it changes. */
function kept<Known>(
  all: WeakMap<readonly Message[], Known>,
  of: readonly Message[],
  make: () => Known,
): Known {
  const known = all.get(of) ?? make();
  all.set(of, known);
  return known;
}

/** Returns the end of the newest branch through a message. */
export function newestLeaf(tree: MessageTree, messageId: string): string {
  let id = messageId;
  for (let next = newestChild(tree, id); next; next = newestChild(tree, id)) id = next.id;
  return id;
}

/** Returns the newest child; of side-by-side answers, the one that was continued, else the first. */
function newestChild(tree: MessageTree, id: string): Message | undefined {
  const children = tree.childrenOf.get(id) ?? [];
  const newest = children.at(-1);
  if (!newest || newest.batch_id === null || newest.kind === "ensemble") return newest;
  const batch = children.filter(({ batch_id }) => batch_id === newest.batch_id);
  return batch.findLast((answer) => tree.childrenOf.has(answer.id)) ?? batch[0];
}

/** Returns true if one message was merged from the batch of the other, the end of its branch. */
function isMergedFrom(tree: MessageTree, mergedId: string | null, answerId: string): boolean {
  const [merged, answer] = [find(tree, mergedId), find(tree, answerId)];
  const isEnd = !tree.childrenOf.has(answerId);
  return (
    isEnd &&
    merged?.kind === "ensemble" &&
    answer?.kind === "plain" &&
    merged.batch_id !== null &&
    merged.batch_id === answer.batch_id
  );
}

/**
 * Returns the branch to show. The reader's choice stays and follows messages added to its end, here or
 * elsewhere; without a choice it is the server's, or the newest.
 */
export function leafToShow(
  tree: MessageTree,
  serverLeaf: string | null,
  chosen: string | null,
): string | null {
  if (chosen !== null && tree.byId.has(chosen)) {
    const grown = branchTo(tree, serverLeaf).some((message) => message.id === chosen);
    return grown || isMergedFrom(tree, serverLeaf, chosen) ? serverLeaf : newestLeaf(tree, chosen);
  }
  if (serverLeaf !== null && tree.byId.has(serverLeaf)) return serverLeaf;
  const first = tree.childrenOf.get(null)?.at(-1);
  return first ? newestLeaf(tree, first.id) : null;
}
