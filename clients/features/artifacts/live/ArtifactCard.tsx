import type { AnswerPlace } from "@ensemble/blocks/composer-plugs";
import { useMedia } from "@ensemble/ui/use-media";
import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { useEffect, useMemo, useRef } from "react";
import { type Block, blocksIn } from "../blocks";
import { artifactsOfChatQuery } from "../queries";
import { BESIDE } from "./beside";
import { CARD, CardFace, indexOf } from "./CardFace";
import { noteBlock, openArtifact, type PlacedBlock, placeOf, useOpenArtifacts } from "./open-artifacts";

/** Shows an artifact in an answer as a card, which opens it in the panel. One that is being written opens by itself. */
export function ArtifactCard({ place, code, closed }: { place: AnswerPlace; code: string; closed: boolean }) {
  const { conversationId, messageId, streaming, answer } = place;
  const blocks = useMemo(() => blocksIn(answer), [answer]);
  const index = indexOf(blocks, code);
  const block = blocks[index];
  const writing = streaming && !closed;
  const title = useTitle(conversationId, block);
  const isOpen = useOpenArtifacts(({ open }) => {
    const opened = open[conversationId];
    return opened !== undefined && opened.identifier === block?.identifier;
  });
  useNoted(conversationId, block && { ...block, messageId, index, writing });
  useOpenWhileWritten(conversationId, block?.identifier, writing);
  if (!block) return null;
  return (
    <button
      type="button"
      aria-pressed={isOpen}
      onClick={() =>
        openArtifact(conversationId, {
          identifier: block.identifier,
          block: writing ? null : placeOf({ messageId, index }),
        })
      }
      className={clsx(CARD, isOpen && "shadow-[inset_0_0_0_1.5px_var(--accent)]")}
    >
      <CardFace block={block} writing={writing} title={title} />
    </button>
  );
}

/** Returns the title of a block; edits have that of what they edit. */
function useTitle(conversationId: string, block: Block | undefined): string {
  const known = useQuery({ ...artifactsOfChatQuery(conversationId), enabled: block?.title === null });
  const before = useOpenArtifacts(({ blocks }) =>
    Object.values(blocks[conversationId] ?? {}).findLast(
      ({ identifier, title }) => identifier === block?.identifier && title !== null,
    ),
  );
  const stored = known.data?.find(({ identifier }) => identifier === block?.identifier);
  return block?.title ?? stored?.title ?? before?.title ?? block?.identifier ?? "";
}

function useNoted(conversationId: string, block: PlacedBlock | undefined): void {
  const key = block ? JSON.stringify(block) : null;
  useEffect(() => {
    if (key !== null) noteBlock(conversationId, JSON.parse(key) as PlacedBlock);
  }, [conversationId, key]);
}

/** Opens what is being written, once: whoever closes it then is not disturbed. */
function useOpenWhileWritten(conversationId: string, identifier: string | undefined, writing: boolean): void {
  const hasRoom = useMedia(BESIDE);
  const opened = useRef(false);
  useEffect(() => {
    if (!writing || !hasRoom || identifier === undefined || opened.current) return;
    opened.current = true;
    openArtifact(conversationId, { identifier, block: null });
  }, [conversationId, identifier, writing, hasRoom]);
}
