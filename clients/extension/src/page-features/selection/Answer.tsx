import { Spinner } from "@ensemble/ui/Spinner";
import { Check, Copy, CornerDownLeft, PanelRight, Replace, RotateCcw, Square } from "lucide-react";
import { useState } from "react";
import { Markdown } from "../../page-interface/Markdown";
import { PageButton } from "../../page-interface/PageButton";
import { pageText } from "../../page-interface/page-text";
import { askFromPage } from "../ask";
import type { Refusal } from "../page-messages";
import type { Marked } from "./marked";
import type { AnswerState } from "./use-answer";

/** The answer while it is written, and what can be done with it. */
export function Answer({
  answer,
  write,
  onStop,
  onAgain,
  onWritten,
}: {
  answer: Exclude<AnswerState, { kind: "idle" }>;
  write: Marked["write"];
  onStop: () => void;
  onAgain: () => void;
  onWritten: () => void;
}) {
  const text = pageText("page");
  const isRunning = answer.kind === "asking" || answer.kind === "writing";
  const written = "text" in answer ? answer.text : "";
  return (
    <>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keys
        tabIndex={0}
        role="log"
        aria-label={text("answer")}
        aria-busy={isRunning}
        className="min-h-12 flex-1 overflow-y-auto px-3 pb-2 text-sm"
      >
        {written === "" && isRunning ? (
          <p role="status" className="flex items-center gap-2 text-muted">
            <Spinner className="size-4" />
            {text("thinking")}
          </p>
        ) : null}
        <Markdown text={written} />
        {answer.kind === "done" && answer.stopped ? (
          <p className="mt-2 text-muted text-xs">{text("stopped")}</p>
        ) : null}
        {answer.kind === "refused" ? (
          <p role="alert" className="text-danger">
            {refusalText(answer.refusal)}
          </p>
        ) : null}
      </div>
      <footer className="flex flex-none flex-wrap items-center gap-0.5 border-line border-t p-1">
        {isRunning ? (
          <PageButton label={text("stop")} icon={<Square />} named onClick={onStop} />
        ) : (
          <PageButton label={text("again")} icon={<RotateCcw />} onClick={onAgain} />
        )}
        {answer.kind === "done" && written !== "" ? (
          <>
            <CopyAnswer written={written} />
            {write ? (
              <>
                <PageButton
                  label={text("replace")}
                  icon={<Replace />}
                  named
                  onClick={() => {
                    onWritten();
                    write.replace(written);
                  }}
                />
                <PageButton
                  label={text("insert")}
                  icon={<CornerDownLeft />}
                  onClick={() => {
                    onWritten();
                    write.insertAfter(written);
                  }}
                />
              </>
            ) : null}
          </>
        ) : null}
        <span className="flex-1" />
        {"conversationId" in answer && answer.conversationId !== null ? (
          <PageButton
            label={text("continue")}
            icon={<PanelRight />}
            named
            onClick={() =>
              void askFromPage("page→background: open panel", { conversationId: answer.conversationId })
            }
          />
        ) : null}
      </footer>
    </>
  );
}

function CopyAnswer({ written }: { written: string }) {
  const text = pageText("page");
  const [copied, setCopied] = useState(false);
  return (
    <PageButton
      label={text(copied ? "copied" : "copy")}
      icon={copied ? <Check /> : <Copy />}
      onClick={() => void navigator.clipboard.writeText(written).then(() => setCopied(true))}
    />
  );
}

/** Why there is no answer, and who can help. */
function refusalText({ code, text: said }: Refusal): string {
  const text = pageText("page");
  if (code === "signed_out") return text("signed_out");
  if (code === "unreachable") return text("unreachable");
  if (code === "untrusted") return said;
  return text("refused", { reason: said });
}
