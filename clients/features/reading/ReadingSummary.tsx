import { CopyButton } from "@ensemble/blocks/CopyButton";
import { Markdown } from "@ensemble/blocks/markdown/Markdown";
import { memoOfAnswer } from "@ensemble/blocks/memos/memo-of-answer";
import type { MemoToKeep } from "@ensemble/blocks/memos/new-memo";
import { SaveAsMemo } from "@ensemble/blocks/memos/SaveAsMemo";
import { PLACES } from "@ensemble/blocks/places";
import type { ReadingSummary as Made, Reading } from "@ensemble/contract/wire";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Notice } from "@ensemble/ui/feedback/Notice";
import type { MouseEvent } from "react";
import { placeIn, withPlaces } from "./cited-places";

/** Shows a summary, streaming or finished, with its numbers linked to the text. */
export function ReadingSummary({
  reading,
  summary,
  making,
  written,
  onPlace,
}: {
  reading: Reading;
  summary: Made | undefined;
  making: boolean;
  /** Text so far while it is being made. */
  written: string;
  onPlace: (number: number, quotes: readonly string[]) => void;
}) {
  const text = useText("reading");
  const { href } = useNavigation();
  const writing = making && reading.state === "summarizing";
  const shown = making ? written : (summary?.text ?? "");
  const page = new URL(href(PLACES.reading(reading.id)), location.href).href;
  const cites = making ? [] : (summary?.cites ?? []);
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const number = link ? placeIn(link.href) : null;
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (number === null || elsewhere) return;
    event.preventDefault();
    event.stopPropagation();
    onPlace(
      number,
      cites.flatMap((cite) => (cite.number === number && cite.quote ? [cite.quote] : [])),
    );
  };
  if (shown === "") return null;
  const notFound = cites.filter(({ state }) => state === "not_found");
  return (
    <section aria-label={text("summary")} aria-busy={writing || undefined} className="flex flex-col gap-4">
      {!making && summary?.model === null ? <Notice>{text("picked")}</Notice> : null}
      <div onClickCapture={follow}>
        <Markdown text={withPlaces(shown, page)} streaming={writing} />
      </div>
      {making || !summary ? null : (
        <div className="flex flex-col gap-3">
          {summary.partial ? <Notice tone="warning">{text("partial")}</Notice> : null}
          <LeftOut summary={summary} />
          {notFound.map(({ number, statement }) => (
            <p key={`${number} ${statement}`} className="plain-bidi text-sm">
              <Badge tone="warning">{text("not_found")}</Badge> {statement} [{number}]
            </p>
          ))}
          <div className="-ms-1.5 flex flex-wrap items-center gap-2 touch:-ms-3.5">
            <CopyButton size="sm" label={text("copy_summary")} content={summary.text} />
            <SaveAsMemo memo={() => memoOf(reading, summary, text("not_found"))} />
          </div>
        </div>
      )}
    </section>
  );
}

/** Converts a summary to a memo: its numbers link to the text if it is kept. */
const memoOf = (reading: Reading, summary: Made, notFound: string): MemoToKeep => ({
  kind: reading.kind === "page" ? "reading" : reading.kind,
  title: reading.title,
  source_url: reading.url,
  source_path: PLACES.reading(reading.id),
  body: memoOfAnswer(
    summary.text,
    summary.cites.map(({ number }) => ({
      number,
      title: reading.title,
      url: reading.has_source ? `${PLACES.reading(reading.id)}#place-${number}` : reading.url,
    })),
    summary.cites,
    notFound,
  ),
});

/** Shows how much of a long text the summary covers. */
function LeftOut({ summary }: { summary: Made }) {
  const text = useText("reading");
  if (summary.places_given >= summary.places) return null;
  return (
    <p className="text-muted text-sm">
      {text("given", { given: summary.places_given, all: summary.places })}
    </p>
  );
}
