import { DiffText } from "@ensemble/blocks/changes/DiffText";
import { Spinner } from "@ensemble/ui/feedback/Spinner";
import { ChevronLeft, CornerDownLeft, PanelRight, Replace, RotateCcw, Square } from "lucide-react";
import { type ReactNode, useState } from "react";
import { CopyButton } from "../../page-interface/CopyButton";
import { Markdown } from "../../page-interface/Markdown";
import { PageButton } from "../../page-interface/PageButton";
import { pageText } from "../../page-interface/page-text";
import { refusalText } from "../../page-interface/refusal-text";
import { askFromPage } from "../ask";
import type { MarkedField } from "./marked";
import type { AnswerState } from "./use-answer";

interface AnswerProps {
  answer: Exclude<AnswerState, { kind: "idle" }>;
  /** Field in which the answer can replace the selection. */
  field: MarkedField | null;
  onStop: () => void;
  onAgain: () => void;
  onWritten: () => void;
}

/** Shows the streaming answer and its actions. */
export function Answer({ answer, field, onStop, onAgain, onWritten }: AnswerProps) {
  const text = pageText("page");
  const writing = pageText("writing");
  const [compares, setCompares] = useState(false);
  const [didNotTake, setDidNotTake] = useState(false);
  const isRunning = answer.kind === "asking" || answer.kind === "writing";
  const written = "text" in answer ? answer.text : "";
  const put = async (how: "replace" | "insertAfter") => {
    if (await field?.[how](written)) onWritten();
    else setDidNotTake(true);
  };
  const conversationId = "conversationId" in answer ? answer.conversationId : null;
  if (field && compares && answer.kind === "done")
    return (
      <>
        <Shown label={text("answer")}>
          <DiffText
            before={field.text}
            after={written}
            labels={{ gone: writing("gone"), added: writing("added") }}
          />
          {field.losesFormat() ? <p className="mt-2 text-muted text-xs">{writing("loses_format")}</p> : null}
          {didNotTake ? <DidNotTake /> : null}
        </Shown>
        <Foot>
          <PageButton label={text("replace")} icon={<Replace />} named onClick={() => void put("replace")} />
          <CopyButton text={written} />
          <span className="flex-1" />
          <PageButton
            label={writing("back")}
            icon={<ChevronLeft className="rtl:rotate-180" />}
            onClick={() => setCompares(false)}
          />
        </Foot>
      </>
    );
  return (
    <>
      <Shown label={text("answer")} busy={isRunning}>
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
        {didNotTake ? <DidNotTake /> : null}
      </Shown>
      <Foot>
        {isRunning ? (
          <PageButton label={text("stop")} icon={<Square />} named onClick={onStop} />
        ) : (
          <PageButton label={text("again")} icon={<RotateCcw />} onClick={onAgain} />
        )}
        {answer.kind === "done" && written !== "" ? <CopyButton text={written} /> : null}
        {answer.kind === "done" && written !== "" && field ? (
          <>
            <PageButton label={text("compare")} icon={<Replace />} named onClick={() => setCompares(true)} />
            <PageButton
              label={text("insert")}
              icon={<CornerDownLeft />}
              onClick={() => void put("insertAfter")}
            />
          </>
        ) : null}
        <span className="flex-1" />
        {conversationId !== null ? (
          <PageButton
            label={text("continue")}
            icon={<PanelRight />}
            named
            onClick={() => void askFromPage("page→background: open panel", { conversationId })}
          />
        ) : null}
      </Foot>
    </>
  );
}

function Shown({ label, busy = false, children }: { label: string; busy?: boolean; children: ReactNode }) {
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keys
      tabIndex={0}
      role="log"
      aria-label={label}
      aria-busy={busy}
      className="min-h-12 flex-1 overflow-y-auto px-3 pb-2 text-sm"
    >
      {children}
    </div>
  );
}

const Foot = ({ children }: { children: ReactNode }) => (
  <footer className="flex flex-none flex-wrap items-center gap-0.5 border-line border-t p-1">
    {children}
  </footer>
);

/** Notice that the field has changed or rejected the text, and stays unchanged. */
const DidNotTake = () => (
  <p role="alert" className="mt-2 rounded-md bg-warning-soft px-3 py-2 text-warning">
    {pageText("writing")("did_not_take")}
  </p>
);
