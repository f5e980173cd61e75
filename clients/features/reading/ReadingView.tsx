import { useMarkedPassage } from "@ensemble/blocks/passages/use-marked-passage";
import { PLACES } from "@ensemble/blocks/places";
import { ProblemCard } from "@ensemble/blocks/problems/ProblemCard";
import { useMe } from "@ensemble/blocks/session-queries";
import { TaskBoundary } from "@ensemble/blocks/tasks/TaskBoundary";
import { TaskProgress } from "@ensemble/blocks/tasks/TaskProgress";
import { isFinal } from "@ensemble/blocks/tasks/task-kind";
import { useTask } from "@ensemble/blocks/tasks/use-task";
import { useTaskText } from "@ensemble/blocks/tasks/use-task-text";
import type { Reading, ReadingLength } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { ArrowLeft, ExternalLink, RefreshCw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { AskAbout } from "./AskAbout";
import { placeIn } from "./cited-places";
import { LENGTHS } from "./ReadingForm";
import { siteOf } from "./ReadingList";
import { ReadingSummary } from "./ReadingSummary";
import { type PlaceTarget, ReadingText } from "./ReadingText";
import { KIND_ICONS } from "./reading-icons";
import { readAgainMutation, readingSourceQuery, readings } from "./reading-queries";

/** Page of a reading: its summary beside its text. `passage`: passage that an answer cites. */
export function ReadingView({ readingId, passage = "" }: { readingId: string; passage?: string }) {
  const text = useText("reading");
  const reading = useTask(readings, readingId);
  return (
    <div
      className="flex min-h-0 flex-1 flex-col overflow-y-auto lg:overflow-hidden"
      data-scroll-restoration-id="one-reading"
    >
      <title>{`${reading.data?.title ?? text("read")} · ${text("product")}`}</title>
      <div className="flex min-h-0 w-full flex-1 flex-col gap-4 px-4 pt-4 pb-16 sm:px-8 lg:pt-6 lg:pb-6">
        <AppLink
          to={PLACES.readings}
          className="-ms-2 flex h-9 w-fit flex-none items-center gap-1.5 rounded-md px-2 text-muted text-sm hover:bg-hover hover:text-ink touch:h-11"
        >
          <ArrowLeft className="size-4 rtl:-scale-x-100" />
          {text("readings")}
        </AppLink>
        <TaskBoundary query={reading} lines={8}>
          {(known) => <Known key={known.id} reading={known} passage={passage} />}
        </TaskBoundary>
      </div>
    </div>
  );
}

function Known({ reading, passage }: { reading: Reading; passage: string }) {
  const text = useText("reading");
  const problemText = useProblemText();
  const client = useQueryClient();
  const { role } = useMe();
  const again = useMutation(readAgainMutation(client, reading.id));
  const [length, setLength] = useState<ReadingLength>(reading.length);
  const [shown, setShown] = useState<"summary" | "text">("summary");
  const [wanted, setWanted] = useState<PlaceTarget | null>(() => fromAddress());
  const { state } = reading;
  const over = isFinal(readings.stateOf(reading));
  const making = !over && length === reading.length;
  const { written, queue } = useTaskText(readings, state === "summarizing" ? reading.run_id : null);
  const summary = reading.summaries.find((one) => one.length === length);
  const start = (model: string | null = reading.model) => again.mutate({ length, model });
  const jump = (number: number, quotes: readonly string[]) => {
    setShown("text");
    setWanted((last) => ({ number, quotes, turn: (last?.turn ?? 0) + 1 }));
  };
  useEffect(() => {
    if (fromAddress()) setShown("text");
  }, []);
  const inText = usePlaceOf(reading, passage);
  useEffect(() => {
    if (!inText) return;
    setShown("text");
    setWanted((last) => ({ number: inText, quotes: [passage], turn: (last?.turn ?? 0) + 1 }));
  }, [inText, passage]);
  const beside = useRef<HTMLDivElement>(null);
  const missing = useMarkedPassage(beside, passage, inText === null ? (summary?.text ?? "") : null);

  return (
    <>
      <Header reading={reading} />
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label={text("length")}
          value={length}
          options={LENGTHS.map((value) => ({ value, label: text(`lengths.${value}`) }))}
          onChange={setLength}
        />
        {over && summary && reading.repeatable ? (
          <Button
            size="sm"
            kind="ghost"
            busy={again.isPending}
            icon={<RefreshCw className="size-4" />}
            onClick={() => start()}
          >
            {text("again")}
          </Button>
        ) : null}
        {over && reading.has_source ? <AskAbout reading={reading} /> : null}
        <span className="flex-1" />
        <div className="lg:hidden">
          <Segmented
            label={text("shown")}
            value={shown}
            options={[
              { value: "summary", label: text("summary") },
              { value: "text", label: text("text") },
            ]}
            onChange={setShown}
          />
        </div>
      </div>
      <div className="grid min-h-0 flex-1 gap-6 lg:grid-cols-2">
        <div
          ref={beside}
          className={clsx(
            "min-h-0 flex-col gap-4 lg:flex lg:overflow-y-auto lg:pe-2",
            shown === "summary" ? "flex" : "hidden",
          )}
        >
          <TaskProgress
            kind={readings}
            task={reading}
            queue={queue}
            label={state === "complete" || state === "failed" ? null : text(`states.${state}`)}
          />
          {missing ? <Notice tone="warning">{text("passage_missing")}</Notice> : null}
          {reading.problem && length === reading.length ? (
            <ProblemCard
              problem={reading.cause ?? reading.problem}
              title={reading.cause ? (problemText(reading.problem) ?? undefined) : undefined}
              operator={role === "operator"}
              onRetry={reading.repeatable ? () => start() : undefined}
            />
          ) : null}
          {again.error ? <Notice tone="danger">{problemText(again.error)}</Notice> : null}
          {summary || making ? (
            <ReadingSummary
              reading={reading}
              summary={summary}
              making={making}
              written={written}
              onPlace={jump}
            />
          ) : null}
          {over && !summary && !(reading.problem && length === reading.length) ? (
            <div className="flex flex-col items-start gap-3">
              <p className="text-muted text-sm">
                {text(reading.repeatable ? "not_made" : "not_made_and_gone")}
              </p>
              {reading.repeatable ? (
                <Button kind="primary" busy={again.isPending} onClick={() => start()}>
                  {text("make_now")}
                </Button>
              ) : null}
            </div>
          ) : null}
        </div>
        <div className={clsx("min-h-0 flex-col lg:flex", shown === "text" ? "flex" : "hidden")}>
          <ReadingText reading={reading} wanted={wanted} />
        </div>
      </div>
    </>
  );
}

/** Returns the number of the passage with these words; null: not found; undefined: loading. */
function usePlaceOf(reading: Reading, passage: string): number | null | undefined {
  const isWanted = passage !== "" && reading.has_source;
  const source = useQuery({ ...readingSourceQuery(reading.id), enabled: isWanted });
  if (!isWanted || source.isError) return null;
  if (!source.data) return undefined;
  return source.data.places.find(({ text }) => text.includes(passage))?.number ?? null;
}

function fromAddress(): PlaceTarget | null {
  const number = placeIn(globalThis.location?.hash ? `#${globalThis.location.hash.slice(1)}` : "");
  return number === null ? null : { number, quotes: [], turn: 0 };
}

function Header({ reading }: { reading: Reading }) {
  const text = useText("reading");
  const Icon = KIND_ICONS[reading.kind];
  const site = siteOf(reading.url);
  return (
    <header className="flex flex-col gap-1">
      <h1 className="break-words font-semibold text-xl">
        <bdi>{reading.title}</bdi>
      </h1>
      <p className="flex flex-wrap items-center gap-x-2 text-muted text-sm">
        <Icon className="size-4 flex-none" />
        {text(`kinds.${reading.kind}`)}
        {reading.url && site && /^https?:/.test(reading.url) ? (
          <a
            href={reading.url}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className="inline-flex min-w-0 items-center gap-1 underline decoration-line underline-offset-4 hover:decoration-current touch:min-h-11"
          >
            <bdi className="truncate">{site}</bdi>
            <ExternalLink className="size-3.5 flex-none" />
          </a>
        ) : null}
      </p>
    </header>
  );
}
