import { OneLine } from "@ensemble/blocks/OneLine";
import type { Message } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { ModelGlyph } from "@ensemble/ui/ModelGlyph";
import clsx from "clsx";
import { type TouchEvent, useId, useRef, useState } from "react";
import type { Batch } from "../branches/message-tree";
import type { MessageRowProps } from "../conversation/message-row-props";
import { BatchColumn } from "./BatchColumn";
import { MergeBar } from "./MergeBar";
import { useNarrow } from "./use-narrow";

/**
 * Renders several models' answers to one message: side by side, or one at a time on narrow screens; below
 * them the merged answer.
 */
export function BatchAnswers({ batch, ...row }: MessageRowProps & { batch: Batch }) {
  const narrow = useNarrow();
  const { message, last, numbered } = row;
  const columns = batch.columns
    .map((versions) => shownOf(versions, message))
    .filter((one) => one !== undefined);
  const merged = shownOf(batch.merged, message);
  const Answers = narrow ? Tabs : Columns;
  return (
    <div className="flex flex-col gap-4" data-batch>
      <Answers batch={batch} columns={columns} chosen={message} last={last} />
      {merged ? (
        <div className="mx-auto w-full max-w-[44rem]">
          <BatchColumn
            answer={merged}
            versions={batch.merged}
            numbered={numbered}
            chosen={merged.id === message.id}
            last={last}
          />
        </div>
      ) : null}
      {merged?.state === "running" ? null : <MergeBar answers={columns} merged={merged !== undefined} />}
    </div>
  );
}

/** Returns a column's version on the current branch, else the newest. */
const shownOf = (versions: readonly Message[], message: Message) =>
  versions.find(({ id }) => id === message.id) ?? versions.at(-1);

interface AnswersProps {
  batch: Batch;
  columns: readonly Message[];
  /** Answer that the conversation continues with. */
  chosen: Message;
  last: boolean;
}

function Columns({ batch, columns, chosen, last }: AnswersProps) {
  const text = useText("chat");
  return (
    <section
      aria-label={text("side_by_side")}
      className="grid auto-cols-[minmax(17rem,1fr)] grid-flow-col gap-3 overflow-x-auto overscroll-x-contain p-0.5"
    >
      {columns.map((answer, index) => (
        <BatchColumn
          key={answer.model}
          answer={answer}
          versions={batch.columns[index] ?? [answer]}
          chosen={answer.id === chosen.id}
          last={last}
        />
      ))}
    </section>
  );
}

/** Minimum distance of a swipe to the next answer. */
const SWIPE_PX = 56;

function Tabs({ batch, columns, chosen, last }: AnswersProps) {
  const text = useText("chat");
  const id = useId();
  const [picked, setPicked] = useState<string | null>(null);
  const began = useRef({ x: 0, y: 0 });
  const found = columns.findIndex(({ model }) => model === (picked ?? chosen.model));
  const at = Math.max(0, found);
  const shown = columns[at];
  const go = (to: number) => {
    const next = columns[to];
    if (next) setPicked(next.model);
  };
  const onTouchEnd = ({ changedTouches, currentTarget }: TouchEvent) => {
    const touch = changedTouches[0];
    if (!touch) return;
    const [dx, dy] = [touch.clientX - began.current.x, touch.clientY - began.current.y];
    if (Math.abs(dx) < SWIPE_PX || Math.abs(dx) < Math.abs(dy) * 1.5) return;
    const rtl = getComputedStyle(currentTarget).direction === "rtl";
    go(at + (dx < 0 !== rtl ? 1 : -1));
  };
  if (!shown) return null;
  return (
    <section aria-label={text("side_by_side")}>
      <div role="tablist" aria-label={text("answers")} className="mb-2 flex gap-1 overflow-x-auto">
        {columns.map((answer, index) => (
          <button
            key={answer.model}
            type="button"
            role="tab"
            id={`${id}-${index}`}
            aria-selected={index === at}
            aria-controls={`${id}-panel`}
            tabIndex={index === at ? 0 : -1}
            onClick={() => go(index)}
            onKeyDown={(event) => {
              const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
              if (step === 0) return;
              event.preventDefault();
              const rtl = getComputedStyle(event.currentTarget).direction === "rtl";
              const to = at + (rtl ? -step : step);
              go(to);
              document.getElementById(`${id}-${to}`)?.focus();
            }}
            className={clsx(
              "flex h-9 flex-none items-center gap-1.5 rounded-full px-3 text-sm touch:h-11",
              index === at ? "bg-pressed text-ink" : "text-muted hover:bg-hover",
            )}
          >
            <ModelGlyph id={answer.model ?? "unknown"} size="sm" />
            <span className="max-w-32">
              <OneLine>{answer.model_name ?? answer.model}</OneLine>
            </span>
            {answer.state === "running" ? (
              <span
                role="img"
                aria-label={text("running")}
                className="size-1.5 animate-[ui-pulse_1.1s_ease-in-out_infinite] rounded-full bg-accent"
              />
            ) : null}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${at}`}
        onTouchStart={({ touches }) => {
          began.current = { x: touches[0]?.clientX ?? 0, y: touches[0]?.clientY ?? 0 };
        }}
        onTouchEnd={onTouchEnd}
      >
        <BatchColumn
          key={shown.model}
          answer={shown}
          versions={batch.columns[at] ?? [shown]}
          chosen={shown.id === chosen.id}
          last={last}
        />
      </div>
    </section>
  );
}
