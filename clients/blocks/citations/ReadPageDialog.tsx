import { useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import type { UseQueryResult } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { safeLink } from "../markdown/safe-link";
import { PanelProblem } from "../PanelProblem";
import { piecesAt } from "./quote-pieces";

/** Scrolls a mark into view. Defined once, so that rendering again does not scroll again. */
const intoView = (mark: HTMLElement | null): void => mark?.scrollIntoView({ block: "center" });

/** Shows a page as it was read, at the cited passage. */
export function ReadPageDialog({
  title,
  page,
  quotes,
  address = null,
  open,
  onOpenChange,
}: {
  title: string;
  page: UseQueryResult<{ text: string }>;
  quotes: readonly string[];
  /** Current address of the page, if it is shown without a link to it. */
  address?: string | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const text = useText("search");
  const pieces = page.data ? piecesAt(page.data.text, quotes) : [];
  const live = address ? safeLink(address) : null;
  const first = pieces.findIndex(({ marked }) => marked);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      width="lg"
      title={title}
      description={text("as_read_hint")}
      closeLabel={text("close")}
      footer={
        live ? (
          <a
            href={live}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className={buttonStyle("secondary", "sm")}
          >
            <ExternalLink className="size-4" aria-hidden="true" />
            {text("page_now")}
          </a>
        ) : undefined
      }
    >
      {page.isPending ? <SkeletonLines count={8} label={text("loading")} /> : null}
      {page.isError ? <PanelProblem error={page.error} onRetry={() => void page.refetch()} /> : null}
      <div className="plain-bidi max-h-[60vh] overflow-y-auto whitespace-pre-wrap text-sm leading-6">
        {pieces.map((piece, index) =>
          piece.marked ? (
            <mark
              key={piece.start}
              ref={index === first ? intoView : undefined}
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
