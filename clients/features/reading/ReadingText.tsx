import { piecesAt } from "@ensemble/blocks/citations/quote-pieces";
import { withoutMarkup } from "@ensemble/blocks/markdown/plain/without-markup";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { markedPieces } from "@ensemble/blocks/passages/marked-pieces";
import { isFinal } from "@ensemble/blocks/tasks/task-kind";
import type { Reading, ReadingPlace } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { EyeOff, Play } from "lucide-react";
import { lazy, Suspense, useEffect, useMemo, useRef } from "react";
import { timeText } from "./cited-places";
import { keepSourceMutation, readingSourceQuery, readings } from "./reading-queries";

/** A place of the text to be shown; asked for again, it is shown again. */
export interface PlaceTarget {
  number: number;
  /** The words that are marked in it. */
  quotes: readonly string[];
  turn: number;
}

const PageView = lazy(() => import("@ensemble/blocks/pdf/PageView"));

/** Shows the text of a reading in numbered passages; for a PDF, its pages. */
export function ReadingText({ reading, wanted }: { reading: Reading; wanted: PlaceTarget | null }) {
  const text = useText("reading");
  const client = useQueryClient();
  const source = useQuery({ ...readingSourceQuery(reading.id), enabled: reading.has_source });
  const keep = useMutation(keepSourceMutation(client, reading.id));
  const places = reading.has_source ? (source.data?.places ?? []) : [];
  const over = isFinal(readings.stateOf(reading));
  const wasRead = reading.summaries.length > 0;
  const noText = !over ? "not_read_yet" : reading.state === "failed" && !wasRead ? "never_read" : "not_kept";
  const onPage = useMemo(() => placeOnPage(places, wanted), [places, wanted]);
  const pdf = reading.has_source ? source.data?.pdf_file_id : null;
  const pictures = new Set(places.filter(({ recognised }) => recognised).map(({ page }) => page)).size;
  const list = (
    <>
      <ol className="flex flex-col gap-1">
        {places.map((place) => (
          <Place key={place.number} place={place} wanted={wanted?.number === place.number ? wanted : null} />
        ))}
      </ol>
      {places.at(-1)?.cut ? <p className="px-2 py-3 text-muted text-sm">{text("cut")}</p> : null}
    </>
  );
  return (
    <section
      aria-label={text("text")}
      className={clsx(
        "flex min-h-0 flex-1 flex-col rounded-lg bg-raised shadow-[inset_0_0_0_1px_var(--line)]",
        // A page needs a minimum height to be readable.
        pdf && "max-lg:min-h-[75vh]",
      )}
    >
      <header className="flex min-h-11 flex-wrap items-center gap-2 border-line border-b px-4 py-1.5">
        <h2 className="min-w-0 flex-1 font-semibold text-sm">{text("text")}</h2>
        {over && reading.has_source ? (
          <Button
            size="sm"
            kind="ghost"
            busy={keep.isPending}
            icon={<EyeOff className="size-4" />}
            onClick={() => keep.mutate(false)}
          >
            {text("forget_source")}
          </Button>
        ) : null}
      </header>
      <div className={clsx("min-h-0 flex-1 px-4 py-3", pdf ? "flex flex-col" : "overflow-y-auto")}>
        {reading.has_source && source.isPending ? <SkeletonLines count={8} label={text("loading")} /> : null}
        {source.isError && !source.data ? (
          <PanelProblem error={source.error} onRetry={() => void source.refetch()} />
        ) : null}
        {reading.has_source ? null : <p className="py-6 text-center text-muted text-sm">{text(noText)}</p>}
        {pictures > 0 ? (
          <div className="pb-2">
            <Notice>{text("recognised", { count: pictures })}</Notice>
          </div>
        ) : null}
        {pdf ? (
          <Suspense fallback={<SkeletonLines count={8} label={text("loading")} />}>
            <PageView fileId={pdf} wanted={onPage}>
              {list}
            </PageView>
          </Suspense>
        ) : (
          list
        )}
      </div>
    </section>
  );
}

/** Returns the position of a passage in the PDF, with its quotation to highlight, or all of it. */
function placeOnPage(places: readonly ReadingPlace[], wanted: PlaceTarget | null) {
  const place = places.find(({ number }) => number === wanted?.number);
  if (!wanted || !place?.page) return null;
  const words = wanted.quotes.length > 0 ? wanted.quotes : [place.text];
  return { page: place.page, words, turn: wanted.turn };
}

function Place({ place, wanted }: { place: ReadingPlace; wanted: PlaceTarget | null }) {
  const text = useText("reading");
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!wanted) return;
    item.current?.scrollIntoView({ block: "center" });
    item.current?.focus({ preventScroll: true });
  }, [wanted]);
  return (
    <li
      ref={item}
      id={`place-${place.number}`}
      tabIndex={-1}
      aria-current={wanted ? "location" : undefined}
      className={clsx(
        // Screen reader text is positioned in its line, or it would extend the page around the text.
        "relative flex scroll-my-8 gap-3 rounded-md px-2 py-1.5 outline-none",
        wanted && "bg-accent-soft",
      )}
    >
      <span className="w-7 flex-none pt-0.5 text-end text-faint text-xs tabular-nums">{place.number}</span>
      <div className="min-w-0 flex-1">
        <Where place={place} />
        <p className="plain-bidi whitespace-pre-wrap break-words text-sm leading-6">
          <span className="sr-only">{text("place", { number: place.number })} </span>
          {plainPieces(place.text, wanted?.quotes ?? []).map((piece) =>
            piece.marked ? (
              <mark key={piece.start} className="rounded-sm bg-accent text-on-accent">
                {piece.text}
              </mark>
            ) : (
              <span key={piece.start}>{piece.text}</span>
            ),
          )}
        </p>
      </div>
    </li>
  );
}

/** Returns a passage without the marks of Markdown, split at its quotes. */
function plainPieces(passage: string, quotes: readonly string[]) {
  const marks = piecesAt(passage, quotes)
    .filter(({ marked }) => marked)
    .map(({ start, text }): [number, number] => [start, start + text.length]);
  const plain = withoutMarkup(passage, marks);
  return markedPieces(plain.text, plain.marks);
}

/** Page of a PDF, or time of a video that opens there. */
function Where({ place }: { place: ReadingPlace }) {
  const text = useText("reading");
  if (place.at_seconds !== null) {
    const time = timeText(place.at_seconds);
    if (!place.url) return <p className="text-faint text-xs tabular-nums">{time}</p>;
    return (
      <a
        href={place.url}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        aria-label={text("play_at", { time })}
        className="inline-flex items-center gap-1 rounded-sm text-accent-ink text-xs tabular-nums hover:underline"
      >
        <Play className="size-3" />
        {time}
      </a>
    );
  }
  return place.page === null ? null : (
    <p className="text-faint text-xs">{text("page_number", { number: place.page })}</p>
  );
}
