import type { AnswerPlace } from "@ensemble/blocks/composer-plugs";
import { PLACES } from "@ensemble/blocks/places";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useMemo } from "react";
import { type Block, blocksIn } from "../blocks";
import { kindOf } from "../kinds";
import { ARTIFACT_PLACES } from "../places";
import { artifactsOfChatQuery } from "../queries";
import { CARD, CardFace, indexOf } from "./CardFace";

/**
 * Shows an artifact in an answer where none can run, as in the extension's panel: it opens in the web app. A drawing is shown as
 * the picture that it is, in which no script runs.
 */
export function PanelCard({ place, code, closed }: { place: AnswerPlace; code: string; closed: boolean }) {
  const text = useText("artifacts");
  const { conversationId, streaming, answer } = place;
  const blocks = useMemo(() => blocksIn(answer), [answer]);
  const block = blocks[indexOf(blocks, code)];
  const writing = streaming && !closed;
  const list = useQuery({ ...artifactsOfChatQuery(conversationId), enabled: !streaming });
  if (!block) return null;
  const stored = list.data?.find(({ identifier }) => identifier === block.identifier);
  return (
    <div className="my-3 flex max-w-lg flex-col gap-2">
      {kindOf(block.language) === "svg" && !block.edit && !writing ? <Drawing block={block} /> : null}
      {/* It is stored a moment after it is written; in the chat it is there at once. */}
      <AppLink
        to={stored ? ARTIFACT_PLACES.artifact(stored.id) : PLACES.chat(conversationId)}
        // In the panel itself, its chat is open already.
        target="_blank"
        rel="noopener"
        title={text("open_on_web")}
        className={CARD.replace("my-3 ", "")}
      >
        <CardFace
          block={block}
          writing={writing}
          title={titleOf(block, blocks) ?? stored?.title ?? block.identifier}
        />
        <ExternalLink className="size-4 flex-none text-muted" aria-hidden="true" />
        <span className="sr-only">{text("open_on_web")}</span>
      </AppLink>
    </div>
  );
}

function Drawing({ block }: { block: Block }) {
  return (
    <img
      src={`data:image/svg+xml,${encodeURIComponent(block.content)}`}
      alt={block.title ?? block.identifier}
      className="max-h-64 w-full rounded-lg bg-raised object-contain p-2"
    />
  );
}

/** Returns the title of a block; edits have that of what they edit. */
const titleOf = ({ identifier }: Block, blocks: readonly Block[]): string | null =>
  blocks.findLast((block) => block.identifier === identifier && block.title !== null)?.title ?? null;
