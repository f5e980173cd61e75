import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import type { LibraryDocument } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { highlightsQuery } from "../highlights/highlight-queries";
import { PrintedHead } from "./PrintedHead";
import "@ensemble/blocks/pdf/highlight-inks.css";

/** Prints the highlights of a document page by page. */
export function PrintedHighlights({ document }: { document: LibraryDocument }) {
  const text = useText("library");
  const highlights = useQuery(highlightsQuery(document.id));
  if (highlights.isPending) return <SkeletonLines count={8} label={text("loading")} />;
  if (highlights.isError)
    return <PanelProblem error={highlights.error} onRetry={() => void highlights.refetch()} />;
  const pages = [...Map.groupBy(highlights.data.items, ({ page }) => page)];
  return (
    <article className="flex flex-col gap-8">
      <title>{`${text("highlights")} · ${document.name}`}</title>
      <PrintedHead
        kind={text("print_highlights_of")}
        title={document.name}
        about={text("print_highlight_count", { count: highlights.data.items.length })}
        address={document.url}
      />
      {pages.length === 0 ? <p className="text-muted">{text("print_nothing_marked")}</p> : null}
      {pages.map(([page, marked]) => (
        <section key={page} className="flex flex-col gap-4">
          <h2 className="font-semibold text-muted text-sm">{text("page", { number: page })}</h2>
          {marked.map(({ id, quote, note, color }) => (
            <figure key={id} className="flex gap-3">
              <span aria-hidden="true" className="pdf-ink w-1 flex-none rounded-full" data-color={color} />
              <div className="min-w-0 flex-1">
                <blockquote className="plain-start [overflow-wrap:anywhere]">{quote}</blockquote>
                {note === "" ? null : (
                  <figcaption className="plain-start mt-1 whitespace-pre-wrap text-muted text-sm [overflow-wrap:anywhere]">
                    {note}
                  </figcaption>
                )}
              </div>
            </figure>
          ))}
        </section>
      ))}
    </article>
  );
}
