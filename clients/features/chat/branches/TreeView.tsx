import { OneLine } from "@ensemble/blocks/OneLine";
import { useText } from "@ensemble/i18n/text";
import { Skeleton } from "@ensemble/ui/feedback/Skeleton";
import { ModelGlyph } from "@ensemble/ui/ModelGlyph";
import { useVirtualizer } from "@tanstack/react-virtual";
import clsx from "clsx";
import { CircleAlert, CircleStop, Merge, UserRound } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { isOutlined } from "../conversation/thread";
import { useFullMessages } from "../conversation/use-full-messages";
import { rowAfterKey, type TreeRow } from "./tree-rows";

const ROW_PX = 36;
const INDENT_PX = 14;
/** Maximum indentation, so that deep branches have room for their words. */
const DEEPEST = 12;

/** Virtualized tree with keyboard navigation. */
export function TreeView({
  conversationId,
  rows,
  onChoose,
}: {
  conversationId: string;
  rows: readonly TreeRow[];
  onChoose: (row: TreeRow) => void;
}) {
  // The virtualizer mutates in place, which the compiler cannot see.
  "use no memo";
  const text = useText("chat");
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      rows.findLastIndex(({ shown }) => shown),
    ),
  );
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
    initialOffset: Math.max(0, (active - 5) * ROW_PX),
  });
  const drawn = virtualizer.getVirtualItems();
  const inSight = { first: drawn[0]?.index ?? 0, last: drawn.at(-1)?.index ?? -1 };
  useFullMessages(conversationId, rows, inSight, ({ message }) => [message]);
  useEffect(() => box.current?.focus(), []);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const row = rows[active];
    if ((event.key === "Enter" || event.key === " ") && row) {
      event.preventDefault();
      onChoose(row);
      return;
    }
    const to = rowAfterKey(rows, active, sideOf(event));
    if (to === null) return;
    event.preventDefault();
    setActive(to);
    virtualizer.scrollToIndex(to);
  };

  return (
    <div
      ref={box}
      role="tree"
      aria-label={text("tree")}
      aria-activedescendant={`${id}-${active}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="max-h-[min(60dvh,36rem)] overflow-y-auto overscroll-contain rounded-md outline-offset-2"
    >
      <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {drawn.map(({ index, start }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <div
              key={row.message.id}
              id={`${id}-${index}`}
              role="treeitem"
              tabIndex={-1}
              aria-level={row.depth + 1}
              aria-posinset={row.version}
              aria-setsize={row.versions}
              aria-selected={index === active}
              aria-current={row.shown ? "true" : undefined}
              onClick={() => onChoose(row)}
              onKeyDown={() => undefined}
              className={clsx(
                "absolute inset-x-0 top-0 flex cursor-default items-center gap-2 rounded-sm pe-2 text-sm",
                index === active ? "bg-pressed" : "hover:bg-hover",
                row.shown ? "text-ink" : "text-muted",
              )}
              style={{
                height: ROW_PX,
                transform: `translateY(${start}px)`,
                paddingInlineStart: 8 + Math.min(row.depth, DEEPEST) * INDENT_PX,
              }}
            >
              <TreeRowContent row={row} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Maps left and right keys to outward and inward, which swap in right-to-left scripts. */
function sideOf({ key, currentTarget }: KeyboardEvent<HTMLDivElement>): string {
  if (key !== "ArrowLeft" && key !== "ArrowRight") return key;
  const rtl = getComputedStyle(currentTarget).direction === "rtl";
  return (key === "ArrowLeft") === rtl ? "inward" : "outward";
}

function TreeRowContent({ row }: { row: TreeRow }) {
  const text = useText("chat");
  const { message, shown, words, version, versions } = row;
  const answer = message.role === "assistant";
  const who = answer ? (message.model_name ?? message.model ?? text("answer")) : text("you");
  return (
    <>
      <span aria-hidden="true" className={clsx("h-full w-0.5 flex-none", shown ? "bg-accent" : "bg-line")} />
      {message.kind === "ensemble" ? (
        <Merge className="mx-0.5 size-4 flex-none text-accent-ink" aria-hidden="true" />
      ) : answer ? (
        <ModelGlyph id={message.model ?? "unknown"} size="sm" />
      ) : (
        <UserRound className="mx-0.5 size-4 flex-none text-faint" aria-hidden="true" />
      )}
      <span className="w-24 flex-none text-faint text-xs">
        <OneLine>{who}</OneLine>
      </span>
      {isOutlined(message) ? (
        <span className="min-w-0 flex-1">
          <Skeleton className="h-3 w-1/2" />
        </span>
      ) : (
        <span dir="auto" className="min-w-0 flex-1 truncate">
          {words}
        </span>
      )}
      {versions > 1 ? (
        <span className="flex-none text-faint text-xs tabular-nums">
          {version}/{versions}
        </span>
      ) : null}
      <TreeRowState state={message.state} />
      {shown ? <span className="sr-only">{text("tree_shown")}</span> : null}
    </>
  );
}

function TreeRowState({ state }: { state: TreeRow["message"]["state"] }) {
  const text = useText("chat");
  if (state === "completed") return null;
  if (state === "running") {
    return (
      <span
        role="img"
        aria-label={text("running")}
        className="size-2 flex-none animate-[ui-pulse_1.1s_ease-in-out_infinite] rounded-full bg-accent"
      />
    );
  }
  const Icon = state === "cancelled" ? CircleStop : CircleAlert;
  const label = {
    cancelled: "answer_stopped",
    failed: "answer_failed",
    interrupted: "answer_interrupted",
  } as const;
  return (
    <Icon
      role="img"
      aria-label={text(label[state])}
      className={clsx("size-4 flex-none", state === "failed" ? "text-danger" : "text-faint")}
    />
  );
}
