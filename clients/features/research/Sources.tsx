import { SourceLink, sourceFacts, useWantedRow } from "@ensemble/blocks/citations/found-source";
import { SiteMenu } from "@ensemble/blocks/sites/SiteMenu";
import type { Research, SearchResult } from "@ensemble/contract/wire";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { FileText } from "lucide-react";
import { lazy, Suspense } from "react";

const PageDialog = lazy(() => import("./PageDialog").then((file) => ({ default: file.PageDialog })));

/** Source to show, with the words to highlight. */
export interface Wanted {
  number: number;
  quotes: readonly string[];
}

/** Lists the sources by number. A page that was read opens as it was then. */
export function Sources({
  research,
  wanted,
  onShow,
}: {
  research: Research;
  wanted: Wanted | null;
  onShow: (wanted: Wanted | null) => void;
}) {
  const text = useText("search");
  // Pages of the previous run that were not found again are not sources any more.
  const used = new Set([
    ...research.steps.flatMap(({ outcome }) => [...outcome.sources, ...outcome.unread]),
    ...research.sections.flatMap(({ cites }) => cites.map(({ number }) => number)),
  ]);
  const found = research.found.filter(({ number }) => used.has(number));
  const opened = found.find(({ number }) => number === wanted?.number);
  const isRead = opened?.reading === "read" && opened.url.startsWith("http");
  if (found.length === 0) return null;
  return (
    <section aria-label={text("sources_found")} className="flex flex-col gap-2">
      <h2 className="font-semibold">{text("sources_found")}</h2>
      <ol className="flex flex-col gap-1">
        {found.map((source) => (
          <Source
            key={source.number}
            source={source}
            wanted={wanted?.number === source.number && !isRead ? wanted : null}
            onShow={() => onShow({ number: source.number, quotes: quotesOf(research, source.number) })}
          />
        ))}
      </ol>
      {opened && isRead ? (
        <Suspense fallback={null}>
          <PageDialog
            researchId={research.id}
            source={opened}
            quotes={wanted?.quotes ?? []}
            onClose={() => onShow(null)}
          />
        </Suspense>
      ) : null}
    </section>
  );
}

const quotesOf = (research: Research, number: number) => [
  ...new Set(research.statements.flatMap(({ source, quote }) => (source === number && quote ? [quote] : []))),
];

function Source({
  source,
  wanted,
  onShow,
}: {
  source: SearchResult;
  /** Source to highlight; it does not open. */
  wanted: Wanted | null;
  onShow: () => void;
}) {
  const text = useText("search");
  const { locale } = useLocale();
  const row = useWantedRow(wanted);
  const about = sourceFacts(source, locale);
  return (
    <li
      ref={row}
      id={`source-${source.number}`}
      tabIndex={-1}
      aria-current={wanted ? "location" : undefined}
      className="flex scroll-my-8 gap-3 rounded-md p-2 outline-none aria-[current]:bg-accent-soft"
    >
      <span className="w-7 flex-none text-end text-faint text-sm tabular-nums">[{source.number}]</span>
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <p className="plain-start text-sm">
          <SourceLink source={source} />
        </p>
        {about ? <p className="plain-start truncate text-faint text-xs">{about}</p> : null}
        {source.reading === "failed" ? <p className="text-faint text-xs">{text("not_read")}</p> : null}
      </div>
      {source.reading === "read" && source.url.startsWith("http") ? (
        <Button
          size="sm"
          kind="ghost"
          icon={<FileText className="size-4" />}
          aria-label={text("as_read_of", { title: source.title })}
          onClick={onShow}
        >
          {text("as_read")}
        </Button>
      ) : null}
      <SiteMenu site={source.site} />
    </li>
  );
}
