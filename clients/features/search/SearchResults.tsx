import { SourceLink, sourceFacts, useWantedRow } from "@ensemble/blocks/citations/found-source";
import { SiteMenu } from "@ensemble/blocks/sites/SiteMenu";
import type { Cite, Search, SearchResult } from "@ensemble/contract/wire";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Button } from "@ensemble/ui/Button";
import { FileText } from "lucide-react";
import { lazy, Suspense } from "react";

const SnapshotDialog = lazy(() =>
  import("./SnapshotDialog").then((file) => ({ default: file.SnapshotDialog })),
);

/** Source to show: a new object per request, so that it is shown again. */
export interface SourceTarget {
  number: number;
}

/**
 * Lists the results numbered as in the answer, each with the statements that cite it. A result that was read
 * opens as it was then, at the cited words.
 */
export function SearchResults({
  search,
  wanted,
  onShow,
}: {
  search: Search;
  wanted: SourceTarget | null;
  onShow: (wanted: SourceTarget | null) => void;
}) {
  const text = useText("search");
  if (search.results.length === 0) return null;
  const opened = search.results.find(
    ({ number, reading }) => number === wanted?.number && reading === "read",
  );
  return (
    <section aria-label={text("sources_found")} className="flex flex-col gap-3">
      <h2 className="font-semibold">{text("sources_found")}</h2>
      <ol className="flex flex-col gap-2.5">
        {search.results.map((result) => (
          <Result
            key={result.number}
            result={result}
            cites={search.cites.filter(({ number }) => number === result.number)}
            wanted={!opened && wanted?.number === result.number ? wanted : null}
            onShow={() => onShow({ number: result.number })}
          />
        ))}
      </ol>
      <Unknown
        cites={search.cites.filter(({ number }) => !search.results.some((one) => one.number === number))}
      />
      {opened ? (
        <Suspense fallback={null}>
          <SnapshotDialog
            searchId={search.id}
            result={opened}
            quotes={quotesOf(search.cites.filter(({ number }) => number === opened.number))}
            open
            onOpenChange={(open) => !open && onShow(null)}
          />
        </Suspense>
      ) : null}
    </section>
  );
}

const quotesOf = (cites: readonly Cite[]) => [...new Set(cites.flatMap(({ quote }) => quote ?? []))];

function Result({
  result,
  cites,
  wanted,
  onShow,
}: {
  result: SearchResult;
  cites: readonly Cite[];
  /** Result to highlight; it does not open. */
  wanted: SourceTarget | null;
  onShow: () => void;
}) {
  const text = useText("search");
  const row = useWantedRow(wanted);
  const { locale } = useLocale();
  const about = sourceFacts(result, locale);
  const quotes = quotesOf(cites);
  return (
    <li
      ref={row}
      id={`source-${result.number}`}
      tabIndex={-1}
      aria-current={wanted ? "location" : undefined}
      className="flex scroll-my-8 gap-3 rounded-md bg-raised p-3 shadow-[inset_0_0_0_1px_var(--line)] outline-none aria-[current]:bg-accent-soft"
    >
      <span
        aria-hidden="true"
        className="flex size-6 flex-none items-center justify-center rounded-full bg-accent-soft font-medium text-accent-ink text-xs tabular-nums"
      >
        {result.number}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <h3 className="plain-start font-medium text-sm">
          <span className="sr-only">{result.number}. </span>
          <SourceLink source={result} passage={quotes[0]} />
        </h3>
        {about ? <p className="plain-start truncate text-faint text-xs">{about}</p> : null}
        {result.snippet && !quotes.includes(result.snippet) ? (
          <p className="plain-start line-clamp-3 text-muted text-sm">{result.snippet}</p>
        ) : null}
        {cites
          .filter(({ state }) => state === "not_found")
          .map(({ statement }) => (
            <p key={statement} className="plain-start text-sm">
              <Badge tone="warning">{text("not_found")}</Badge> {statement}
            </p>
          ))}
        {quotes.map((quote) => (
          <blockquote key={quote} className="border-accent border-s-2 ps-2.5 text-muted text-sm">
            <p className="plain-start line-clamp-4">{quote}</p>
          </blockquote>
        ))}
        <div className="flex flex-wrap items-center gap-2 text-faint text-xs">
          {result.found_by.length > 0 ? <span>{result.found_by.join(text("list_separator"))}</span> : null}
          {result.reading === "failed" ? <span>{text("not_read")}</span> : null}
          {result.reading === "read" ? (
            <Button
              size="sm"
              kind="ghost"
              icon={<FileText className="size-4" />}
              aria-label={text("as_read_of", { title: result.title })}
              onClick={onShow}
            >
              {text("as_read")}
            </Button>
          ) : null}
        </div>
      </div>
      <SiteMenu site={result.site} />
    </li>
  );
}

/** Lists numbers in the answer without a source. */
function Unknown({ cites }: { cites: readonly Cite[] }) {
  const text = useText("search");
  return cites.map(({ number, statement }) => (
    <p key={`${number} ${statement}`} className="plain-bidi text-sm">
      <Badge tone="warning">{text("not_found")}</Badge> [{number}] {statement}
    </p>
  ));
}
