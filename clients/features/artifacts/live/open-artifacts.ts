import { create } from "zustand";
import type { Block } from "../blocks";
import { applyEdits } from "../edits";

/** A block of an answer, with its place. */
export interface PlacedBlock extends Block {
  messageId: string;
  /** Counted from 0 among the answer's blocks. */
  index: number;
  /** True while the model writes it. */
  writing: boolean;
}

interface OpenArtifacts {
  /** Blocks of the answers on screen, by chat and then by their places. */
  blocks: Readonly<Record<string, Readonly<Record<string, PlacedBlock>>>>;
  /** The artifact in the panel, by chat. */
  open: Readonly<Record<string, OpenedArtifact | undefined>>;
  /** Messages from artifacts' own pages, for the composers of their chats. */
  drafts: Readonly<Record<string, string | undefined>>;
}

export interface OpenedArtifact {
  identifier: string;
  /** The block whose version is shown; null: the newest one. */
  block: string | null;
}

export const useOpenArtifacts = create<OpenArtifacts>(() => ({ blocks: {}, open: {}, drafts: {} }));

export const placeOf = ({ messageId, index }: { messageId: string; index: number }) =>
  `${messageId}:${index}`;

/** Notes a block that is on screen, as far as it is written. */
export function noteBlock(conversationId: string, block: PlacedBlock): void {
  useOpenArtifacts.setState(({ blocks }) => ({
    blocks: { ...blocks, [conversationId]: { ...blocks[conversationId], [placeOf(block)]: block } },
  }));
}

/** Shows an artifact in the panel beside a chat. */
export function openArtifact(conversationId: string, opened: OpenedArtifact): void {
  useOpenArtifacts.setState(({ open }) => ({ open: { ...open, [conversationId]: opened } }));
}

export function closeArtifact(conversationId: string): void {
  useOpenArtifacts.setState(({ open }) => ({ open: { ...open, [conversationId]: undefined } }));
}

/** Keeps a message for the composer of a chat until the chat is shown. */
export function leaveDraft(conversationId: string, draft: string): void {
  useOpenArtifacts.setState(({ drafts }) => ({ drafts: { ...drafts, [conversationId]: draft } }));
}

/** Returns the message that waits for a chat, once; null: there is none. */
export function takeDraft(conversationId: string): string | null {
  const draft = useOpenArtifacts.getState().drafts[conversationId] ?? null;
  if (draft !== null)
    useOpenArtifacts.setState(({ drafts }) => ({ drafts: { ...drafts, [conversationId]: undefined } }));
  return draft;
}

/** Returns the blocks of an artifact, oldest first: ids of messages grow with time. */
export function blocksOf(
  blocks: Readonly<Record<string, PlacedBlock>> | undefined,
  identifier: string,
): PlacedBlock[] {
  return Object.values(blocks ?? {})
    .filter((block) => block.identifier === identifier)
    .sort((a, b) => (a.messageId === b.messageId ? a.index - b.index : a.messageId < b.messageId ? -1 : 1));
}

/**
 * Returns what the blocks of an artifact make, up to the one at `place`; null if its edits fit nothing that is known. `base` is the
 * newest content that the server has, on which edits by hand are.
 */
export function contentAt(
  blocks: readonly PlacedBlock[],
  place: string | null,
  base: string | null,
): string | null {
  const end = place === null ? blocks.length - 1 : blocks.findIndex((block) => placeOf(block) === place);
  const last = blocks[end];
  if (!last) return null;
  if (!last.edit) return last.content;
  const before = contentAt(blocks.slice(0, end), null, null);
  for (const known of [base, before]) {
    if (known === null) continue;
    const edited = applyEdits(known, last.content);
    if (edited !== null) return edited;
    if (last.writing) return known;
  }
  return null;
}
