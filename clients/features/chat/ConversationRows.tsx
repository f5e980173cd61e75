import { ProblemCard } from "@ensemble/blocks/ProblemCard";
import { toProblem } from "@ensemble/contract/problem-error";
import { useLocale, useText } from "@ensemble/i18n/text";
import { EmptyState } from "@ensemble/ui/EmptyState";
import { SkeletonLines } from "@ensemble/ui/Skeleton";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { MessagesSquare } from "lucide-react";
import { useEffect, useRef } from "react";
import { ConversationRow } from "./ConversationRow";
import { conversationsQuery } from "./chat-queries";
import { groupByDay } from "./group-by-day";

const HEADING_PX = 36;
const ROW_PX = 36;
const TOUCH_ROW_PX = 48;

/** All conversations, newest first; fetched page by page and drawn near the window only. */
export function ConversationRows() {
  // The virtualizer changes in place, which the compiler cannot see.
  "use no memo";
  const text = useText("chat");
  const { locale } = useLocale();
  const scroller = useRef<HTMLDivElement>(null);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(conversationsQuery);
  const conversations = data?.pages.flatMap((page) => page.items) ?? [];
  const rows = groupByDay(conversations, new Date(), locale);
  const rowHeight = matchMedia("(pointer: coarse)").matches ? TOUCH_ROW_PX : ROW_PX;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => rows[index]?.key ?? index,
    estimateSize: (index) => (rows[index]?.conversation ? rowHeight : HEADING_PX),
    overscan: 8,
    paddingEnd: 16,
  });
  const items = virtualizer.getVirtualItems();
  const nearEnd = (items.at(-1)?.index ?? 0) >= rows.length - 10;
  useEffect(() => {
    if (nearEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [nearEnd, hasNextPage, isFetchingNextPage, fetchNextPage]);

  if (!data) {
    return (
      <div className="p-4">
        {error ? (
          <ProblemCard
            problem={toProblem(error)}
            title={text("list_failed")}
            onRetry={() => void refetch()}
          />
        ) : (
          <SkeletonLines count={7} label={text("conversations")} />
        )}
      </div>
    );
  }
  if (conversations.length === 0) {
    return (
      <EmptyState
        icon={<MessagesSquare />}
        title={text("no_conversations")}
        description={text("no_conversations_hint")}
      />
    );
  }
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2">
      <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, key, start, size }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <li
              key={key}
              className="absolute inset-x-0 top-0"
              style={{ height: size, transform: `translateY(${start}px)` }}
            >
              {row.conversation ? (
                <ConversationRow conversation={row.conversation} />
              ) : (
                <h2 className="px-2 pt-4 font-medium text-faint text-xs">{headingText(row.heading, text)}</h2>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const HEADINGS = ["pinned", "today", "yesterday", "previous_7_days", "previous_30_days"] as const;

/** Groups further back are headed by their month, which needs no text of ours. */
function headingText(heading: string, text: (key: (typeof HEADINGS)[number]) => string): string {
  const known = HEADINGS.find((name) => name === heading);
  return known ? text(known) : heading;
}
