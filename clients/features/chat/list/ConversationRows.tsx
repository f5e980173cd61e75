import { PLACES } from "@ensemble/blocks/places";
import { ProblemCard } from "@ensemble/blocks/problems/ProblemCard";
import { toProblem } from "@ensemble/contract/problem-error";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { useVirtualizer } from "@tanstack/react-virtual";
import clsx from "clsx";
import { MessagesSquare } from "lucide-react";
import { useEffect, useRef } from "react";
import { ListLine } from "./ListLine";
import type { Line } from "./list-rows";
import { SelectionBar } from "./SelectionBar";
import { useSelection } from "./selection";
import { useList } from "./use-list";
import { useListKeys } from "./use-list-keys";

const HEADING_PX = 36;
const ROW_PX = 36;
const TOUCH_ROW_PX = 48;

/** Lists all conversations: pinned, folders, the rest newest first; loaded by pages and virtualized. */
export function ConversationRows() {
  // The virtualizer mutates in place, which the compiler cannot see.
  "use no memo";
  const text = useText("chat");
  const scroller = useRef<HTMLDivElement>(null);
  const { lines, timeline, folders, groups, empty } = useList();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = timeline;
  const { active } = useSelection();
  const rowHeight = matchMedia("(pointer: coarse)").matches ? TOUCH_ROW_PX : ROW_PX;
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => lines[index]?.key ?? index,
    estimateSize: (index) => (isRow(lines[index]) ? rowHeight : HEADING_PX),
    overscan: 8,
    paddingEnd: 16,
  });
  const items = virtualizer.getVirtualItems();
  const nearEnd = (items.at(-1)?.index ?? 0) >= lines.length - 10;
  useEffect(() => {
    if (nearEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [nearEnd, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const keys = useListKeys(lines, timeline, (index) => virtualizer.scrollToIndex(index));

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
  if (empty) {
    return (
      <EmptyState
        icon={<MessagesSquare />}
        title={text("no_conversations")}
        description={text("no_conversations_hint")}
        action={
          // On wide screens the composer is next to the list.
          <AppLink to={PLACES.newChat} className={clsx(buttonStyle("primary"), "lg:hidden")}>
            {text("new_chat")}
          </AppLink>
        }
      />
    );
  }
  return (
    <>
      {active ? <SelectionBar lines={lines} groups={groups} onSelectAll={keys.selectEverything} /> : null}
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2">
        <ul className="relative" style={{ height: virtualizer.getTotalSize() }} onKeyDown={keys.onKeyDown}>
          {items.map(({ index, key, start, size }) => {
            const line = lines[index];
            return line ? (
              <li
                key={key}
                className="absolute inset-x-0 top-0"
                style={{ height: size, transform: `translateY(${start}px)` }}
              >
                <ListLine line={line} lines={lines} groups={groups} folders={folders} />
              </li>
            ) : null;
          })}
        </ul>
      </div>
    </>
  );
}

const isRow = (line: Line | undefined) =>
  line?.kind === "conversation" || line?.kind === "folder" || line?.kind === "more";
