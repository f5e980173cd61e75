import type { QuickAction } from "@ensemble/contract/wire";
import { actOn } from "@ensemble/feature-prompts/template";
import { GripHorizontal, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Floating } from "../../page-interface/Floating";
import type { Box } from "../../page-interface/near";
import { PageButton } from "../../page-interface/PageButton";
import { pageLocale, pageText } from "../../page-interface/page-text";
import type { InterfacePage } from "../feature";
import { Answer } from "./Answer";
import { Ask } from "./Ask";
import type { Marked } from "./marked";
import { useAnswer } from "./use-answer";

/** Input with which the quick panel opens. */
export interface QuickRequest {
  marked: Marked | null;
  /** The action that was chosen; null: a question of the person's own. */
  action: QuickAction | null;
}

/** Asks about the selection and shows the answer, which can be continued in the side panel. */
export function QuickPanel({
  page,
  asked,
  anchor,
  onClose,
}: {
  page: InterfacePage;
  asked: QuickRequest;
  anchor: Box;
  onClose: () => void;
}) {
  const text = pageText("page");
  const { action, marked } = asked;
  const { answer, ask, stop, reset } = useAnswer(page);
  const prepared = action ? messageOf(action, marked?.text ?? "") : "";
  const isSentAtOnce = action?.behavior === "send" && marked !== null && page.config.signedIn;
  const began = useRef(false);
  // Kept here: the field is hidden during an answer, and returns if the receipt was declined or the request
  // refused.
  const [typed, setTyped] = useState(action?.behavior === "fill" ? action.prompt : "");
  useEffect(() => {
    if (!isSentAtOnce || began.current) return;
    began.current = true;
    void ask(prepared);
  }, [isSentAtOnce, prepared, ask]);
  return (
    <Floating
      anchor={anchor}
      role="dialog"
      label={action?.name ?? text("ask")}
      onEscape={onClose}
      className="flex max-h-[min(70vh,520px)] w-[min(400px,calc(100vw-16px))] flex-col"
    >
      <header
        data-drag=""
        className="flex h-10 flex-none cursor-move touch-none select-none items-center gap-2 ps-3 pe-1"
      >
        <GripHorizontal className="size-4 flex-none text-faint" aria-hidden="true" />
        <h2 className="min-w-0 flex-1 truncate font-medium text-sm" dir="auto">
          {action?.name ?? text("ask")}
        </h2>
        <PageButton label={text("close")} icon={<X />} onClick={onClose} />
      </header>
      {marked ? (
        <blockquote
          dir="auto"
          className="mx-3 mb-2 line-clamp-3 flex-none overflow-hidden border-line border-s-2 ps-2.5 text-muted text-xs"
        >
          {marked.text}
        </blockquote>
      ) : null}
      {answer.kind === "idle" ? (
        <Ask
          page={page}
          typed={typed}
          onType={setTyped}
          onAsk={(question) =>
            void ask(
              action
                ? messageOf({ ...action, prompt: question }, marked?.text ?? "")
                : actOn(question, marked?.text ?? ""),
            )
          }
        />
      ) : (
        <Answer
          answer={answer}
          field={marked?.field ?? null}
          onStop={stop}
          // A question sent immediately is sent again; a typed one can be rephrased.
          onAgain={isSentAtOnce && typed === "" ? () => void ask(prepared) : reset}
          onWritten={onClose}
        />
      )}
    </Floating>
  );
}

/** Returns the message of an action on a text. */
function messageOf(action: { prompt: string; language: string | null }, subject: string): string {
  const said = actOn(action.prompt, subject);
  if (!action.language) return said;
  return `${said}\n\n${pageText("page")("answer_in", { language: languageName(action.language) })}`;
}

function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames([pageLocale()], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
