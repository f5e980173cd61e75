import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { piecesAt } from "@ensemble/blocks/quote-pieces";
import type { SearchResult } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Dialog } from "@ensemble/ui/Dialog";
import { SkeletonLines } from "@ensemble/ui/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { pageQuery } from "./research-queries";

/** A page as it was when it was read, opened where the report takes something from it. */
export function PageDialog({
  researchId,
  source,
  quotes,
  onClose,
}: {
  researchId: string;
  source: SearchResult;
  quotes: readonly string[];
  onClose: () => void;
}) {
  const text = useText("search");
  const page = useQuery(pageQuery(researchId, source.number));
  const pieces = page.data ? piecesAt(page.data.text, quotes) : [];
  const first = pieces.findIndex(({ marked }) => marked);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="lg"
      title={source.title}
      description={text("as_read_hint")}
      closeLabel={text("close")}
    >
      {page.isPending ? <SkeletonLines count={8} label={text("loading")} /> : null}
      {page.isError ? <PanelProblem error={page.error} onRetry={() => void page.refetch()} /> : null}
      <div className="plain-bidi max-h-[60vh] overflow-y-auto whitespace-pre-wrap text-sm leading-6">
        {pieces.map((piece, index) =>
          piece.marked ? (
            <mark
              key={piece.start}
              ref={index === first ? (mark) => mark?.scrollIntoView({ block: "center" }) : undefined}
              className="rounded-sm bg-accent-soft text-accent-ink"
            >
              {piece.text}
            </mark>
          ) : (
            <span key={piece.start}>{piece.text}</span>
          ),
        )}
      </div>
    </Dialog>
  );
}
