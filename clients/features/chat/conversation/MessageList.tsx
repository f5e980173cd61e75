import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { useVirtualizer } from "@tanstack/react-virtual";
import clsx from "clsx";
import { ArrowDown } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import {
  batchOf,
  drawnWith,
  type MessageTree,
  newestLeaf,
  numberedAnswers,
  versionsOf,
} from "../branches/message-tree";
import type { MessageRowData } from "../branches/use-branch";
import { useChat } from "../use-chat";
import { MessageRow } from "./MessageRow";
import { OutlinedRow } from "./OutlinedRow";
import { isOutlined } from "./thread";
import { type ScrollMode, useFollowEnd } from "./use-follow-end";
import { useFullMessages } from "./use-full-messages";

/**
 * Virtualized list of the branch's messages. New text is followed while the reader is at the end; scrolling
 * away stops that.
 */
export function MessageList({
  conversationId,
  tree,
  rows,
  scroll = "follow",
}: {
  conversationId: string;
  tree: MessageTree;
  rows: readonly MessageRowData[];
  /** Scroll behavior while an answer is streaming. */
  scroll?: ScrollMode;
}) {
  // The virtualizer mutates in place, which the compiler cannot see.
  "use no memo";
  const text = useText("chat");
  const scroller = useRef<HTMLDivElement>(null);
  const { away, stay, toEnd, leave, listeners } = useFollowEnd(scroller, scroll);
  // The question pinned to the top while its answer streams.
  const [pinned, setPinned] = useState<string | null>(null);
  // A row keeps its first estimate until it is measured, so that changes of distant rows move nothing here.
  const [estimates] = useState(() => new Map<string, number>());
  const estimate = (row: MessageRowData) => {
    const height = estimates.get(row.message.id) ?? estimatedHeight(row);
    estimates.set(row.message.id, height);
    return height;
  };
  const height = useRef(0);
  const grown = (total: number) => {
    if (total === height.current) return;
    height.current = total;
    // Once for all rows measured together, within the same frame.
    queueMicrotask(stay);
  };
  const virtualizer = useVirtualizer({
    count: rows.length,
    // A growing row changes one height and one position, for which rendering the list would cost more
    // than the text.
    directDomUpdates: true,
    // Separate layers as tall as an answer cost memory; positions do not.
    directDomUpdatesMode: "position",
    onChange: (list) => grown(list.getTotalSize()),
    // It opens at its end, so its beginning is not even looked up.
    initialOffset: () => Math.max(0, rows.reduce((sum, row) => sum + estimate(row), 0) - innerHeight),
    getScrollElement: () => scroller.current,
    // Selecting another side-by-side answer changes the message, not the row.
    getItemKey: (index) => rows[index]?.message.batch_id ?? rows[index]?.message.id ?? index,
    estimateSize: (index) => {
      const row = rows[index];
      return row ? estimate(row) : 100;
    },
    overscan: 3,
    paddingStart: 24,
    paddingEnd: END_PX,
  });
  useLayoutEffect(() => grown(virtualizer.getTotalSize()));
  const drawn = virtualizer.getVirtualItems();
  const pinnedAt = pinned === null ? -1 : rows.findLastIndex(({ message }) => message.id === pinned);
  const pinnedTop = virtualizer.measurementsCache[pinnedAt]?.start ?? null;
  // It needs space below it to stay at the top until its answer fills it.
  const room = pinnedTop === null ? 0 : pinnedTop + (scroller.current?.clientHeight ?? 0);
  const whole = useFullMessages(
    conversationId,
    rows,
    { first: drawn[0]?.index ?? 0, last: drawn.at(-1)?.index ?? -1 },
    ({ message }) => drawnWith(tree, message),
  );
  const marked = useJump(conversationId, tree, rows, (index) => {
    leave();
    virtualizer.scrollToIndex(index, { align: "start" });
  });

  const last = rows.at(-1);
  const sentNow = last?.pending ? last.message.id : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one's own message is always shown
  useLayoutEffect(() => {
    if (!sentNow) return;
    if (scroll === "follow") toEnd();
    else leave();
    setPinned(scroll === "pin" ? sentNow : null);
  }, [sentNow]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: moved once for each message, when there is room for it
  useLayoutEffect(() => {
    if (scroller.current && pinnedTop !== null) scroller.current.scrollTop = pinnedTop;
  }, [pinned]);

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label={text("conversation")}
        className="h-full overflow-y-auto overscroll-contain [overflow-anchor:none]"
        {...listeners}
      >
        <div
          ref={virtualizer.containerRef}
          className="relative w-full transition-none"
          style={{ minHeight: room }}
        >
          {drawn.map(({ index, key, size }) => {
            const row = rows[index];
            if (!row) return null;
            const versions = versionsOf(tree, row.message);
            const batch = batchOf(tree, row.message);
            return (
              <div
                key={key}
                data-index={index}
                ref={virtualizer.measureElement}
                className={clsx(
                  "absolute inset-x-0 isolate",
                  marked === row.message.id && "animate-[chat-marked_2.4s_ease-out]",
                )}
              >
                {drawnWith(tree, row.message).some(isOutlined) ? (
                  <OutlinedRow height={size} failed={whole.failed} onAgain={whole.again} />
                ) : (
                  <MessageRow
                    message={row.message}
                    pending={row.pending}
                    version={versions.findIndex(({ id }) => id === row.message.id)}
                    versions={versions}
                    batch={batch}
                    numbered={numberedAnswers(tree, row.message.parent_id)}
                    last={index === rows.length - 1}
                  />
                )}
              </div>
            );
          })}
        </div>
      </div>
      <div
        aria-hidden="true"
        className="pointer-events-none absolute inset-x-0 bottom-0 h-6 bg-linear-to-t from-surface to-transparent"
      />
      {away ? (
        <button
          type="button"
          onClick={toEnd}
          className="absolute inset-x-0 bottom-3 mx-auto flex h-8 w-fit items-center gap-1.5 rounded-full bg-raised ps-2.5 pe-3.5 text-muted text-sm shadow-float transition-colors hover:text-ink touch:h-11"
        >
          <ArrowDown className="size-4" aria-hidden="true" />
          {text("jump_to_newest")}
        </button>
      ) : null}
    </div>
  );
}

/** Estimated height of side-by-side answers. */
const BATCH_PX = 480;
/** Space below the newest message. */
const END_PX = 32;
/** Length of an outlined message in addition to its text. */
const OUTLINE_CHARS = 48;

/** Scrolls to the message in the address, on any branch; returns its id while it is highlighted. */
function useJump(
  conversationId: string,
  tree: MessageTree,
  rows: readonly MessageRowData[],
  scrollTo: (index: number) => void,
): string | null {
  const { leaves } = useChat();
  const { path } = useNavigation();
  const wanted = path.split("#")[1] ?? null;
  const [reached, setReached] = useState<string | null>(null);
  const index = rows.findIndex(({ message }) => message.id === wanted);
  const exists = wanted !== null && tree.byId.has(wanted);

  useEffect(() => {
    if (!wanted || !exists || reached === wanted) return;
    if (index < 0) {
      leaves.setState({ [conversationId]: newestLeaf(tree, wanted) });
      return;
    }
    scrollTo(index);
    setReached(wanted);
  });
  return exists ? wanted : null;
}

/** Estimates a row's height for a steady scroll bar; the real one is measured when it renders. */
function estimatedHeight({ message }: MessageRowData): number {
  if (message.batch_id !== null && message.role === "assistant") return BATCH_PX;
  const length = isOutlined(message)
    ? message.length - OUTLINE_CHARS
    : message.parts.reduce((sum, part) => sum + ("text" in part ? part.text.length : 0), 0);
  const lines = Math.max(1, Math.ceil(length / 85));
  return message.role === "user" ? 72 + Math.min(lines, 12) * 24 : 110 + lines * 27;
}
