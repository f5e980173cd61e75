import { Bookmark, X } from "lucide-react";
import { askFromPage, Refused } from "../page-features/ask";
import { Floating } from "../page-interface/Floating";
import type { Box } from "../page-interface/near";
import { PageButton } from "../page-interface/PageButton";
import { pageText, problemSaid } from "../page-interface/page-text";
import { commonRefusal } from "../page-interface/refusal-text";

/** Outcome of saving a text: the memo, or the error. */
export type Outcome = { kind: "kept"; memoId: string } | { kind: "refused"; error: unknown };

export function KeptNote({
  outcome,
  anchor,
  onClose,
}: {
  outcome: Outcome;
  anchor: Box;
  onClose: () => void;
}) {
  const text = pageText("page");
  return (
    <Floating anchor={anchor} role="dialog" label={text("keep")} onEscape={onClose}>
      <div className="flex max-w-[min(360px,calc(100vw-16px))] items-center gap-1 p-1 ps-3 text-sm">
        <p role="status" className="min-w-0 flex-1 text-pretty">
          {outcome.kind === "kept" ? text("kept") : refusalText(outcome.error)}
        </p>
        {outcome.kind === "kept" ? (
          <PageButton
            label={text("open_memo")}
            icon={<Bookmark />}
            named
            onClick={() => {
              onClose();
              void askFromPage("page→background: open memo", { memoId: outcome.memoId });
            }}
          />
        ) : null}
        <PageButton label={text("close")} icon={<X />} onClick={onClose} />
      </div>
    </Floating>
  );
}

function refusalText(error: unknown): string {
  const text = pageText("page");
  if (!(error instanceof Refused)) return text("refused", { reason: String(error) });
  const { refusal } = error;
  return commonRefusal(refusal.code) ?? text("not_kept", { reason: problemSaid(refusal) });
}
