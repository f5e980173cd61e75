import { withoutMarkup } from "@ensemble/blocks/markdown/plain/without-markup";
import { OneLine } from "@ensemble/blocks/OneLine";
import { markedPieces } from "@ensemble/blocks/passages/marked-pieces";
import { PLACES } from "@ensemble/blocks/places";
import { ProblemCard } from "@ensemble/blocks/problems/ProblemCard";
import { botsQuery } from "@ensemble/blocks/shared-queries";
import { toProblem } from "@ensemble/contract/problem-error";
import type { SearchHit } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { day } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { searchConversationsQuery } from "../chat-queries";
import { typedFilters, withBotIds } from "./search-filters";

/** Lists search hits, each linked to its message. */
export function SearchHits({ words }: { words: string }) {
  const text = useText("chat");
  const asksForBot = typedFilters(words).some(({ name }) => name === "bot");
  const { data: bots } = useQuery({ ...botsQuery, enabled: asksForBot });
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    searchConversationsQuery(withBotIds(words, bots?.items ?? [])),
  );
  const hits = data?.pages.flatMap((page) => page.items) ?? [];
  if (!data) {
    return (
      <div className="p-4">
        {error ? (
          <ProblemCard problem={toProblem(error)} onRetry={() => void refetch()} />
        ) : (
          <SkeletonLines count={6} label={text("search_conversations")} />
        )}
      </div>
    );
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-4">
      <p role="status" className={hits.length > 0 ? "sr-only" : "px-2 py-6 text-center text-muted text-sm"}>
        {hits.length > 0 ? text("hits", { count: hits.length }) : text("no_hits", { words })}
      </p>
      <ul className="flex flex-col gap-0.5">
        {hits.map((hit) => (
          <li key={`${hit.conversation_id} ${hit.message_id}`}>
            <Hit hit={hit} />
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <Button kind="ghost" size="sm" wide busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {text("show_more")}
        </Button>
      ) : null}
    </div>
  );
}

function Hit({ hit }: { hit: SearchHit }) {
  const text = useText("chat");
  const { locale } = useLocale();
  const snippet = withoutMarkup(hit.snippet, hit.marks);
  return (
    <AppLink
      to={PLACES.chat(hit.conversation_id, hit.message_id, hit.title)}
      className="flex flex-col gap-0.5 rounded-md px-2 py-1.5 transition-colors hover:bg-hover"
    >
      <span className="flex items-baseline gap-2">
        <span className="min-w-0 flex-1 font-medium text-sm">
          <OneLine>{hit.title || text("untitled")}</OneLine>
        </span>
        <span className="flex-none text-faint text-xs">{day(hit.created_at, locale)}</span>
      </span>
      <span className="plain-bidi line-clamp-2 text-muted text-sm">
        {markedPieces(snippet.text, snippet.marks).map((piece) =>
          piece.marked ? (
            <mark key={piece.start} className="rounded-[3px] bg-accent-soft font-medium text-accent-ink">
              {piece.text}
            </mark>
          ) : (
            <span key={piece.start}>{piece.text}</span>
          ),
        )}
      </span>
    </AppLink>
  );
}
