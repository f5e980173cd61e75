import type { ResultsPageLayout } from "@ensemble/contract/wire";
import { Mark } from "@ensemble/ui/Mark";
import clsx from "clsx";
import { EyeOff, PanelRight, RotateCw, Sparkles, Square, X } from "lucide-react";
import { useState } from "react";
import { askFromPage } from "../page-features/ask";
import type { InterfacePage } from "../page-features/feature";
import { CopyButton } from "../page-interface/CopyButton";
import { Markdown } from "../page-interface/Markdown";
import { PageButton } from "../page-interface/PageButton";
import { pageText } from "../page-interface/page-text";
import { refusalText } from "../page-interface/refusal-text";
import { readSearchOptions } from "./options";
import { citedIn, linkCitations } from "./question";
import { TRIGGER_MODES, type TriggerMode } from "./trigger";
import { type Answer, useAnswer } from "./use-answer";

interface SearchBoxProps {
  page: InterfacePage;
  engine: ResultsPageLayout;
  query: string;
  /** True if it floats over the page because there was no room in it. */
  floats: boolean;
  onClose: () => void;
}

/** Box beside search results: an offer to answer, then the answer. */
export function SearchBox({ page, engine, query, floats, onClose }: SearchBoxProps) {
  const text = pageText("search_assistant");
  const [options, setOptions] = useState(() => readSearchOptions(page.config.options.search));
  const { answer, ask, stop } = useAnswer({ page, engine, query, options });
  const choose = (mode: TriggerMode) => {
    setOptions({ ...options, mode });
    page.choose("search", { mode });
  };
  return (
    <section
      aria-label={text("label")}
      data-answer={answer.kind}
      className={clsx(
        "flex flex-col rounded-lg bg-raised text-ink shadow-float",
        floats
          ? "fixed end-4 top-24 max-h-[min(70vh,620px)] w-[380px] max-w-[calc(100vw-32px)]"
          : "mb-4 max-h-[560px] w-full max-w-[480px]",
      )}
    >
      <header className="flex h-11 flex-none items-center gap-2 ps-3.5 pe-1.5">
        <Mark className="size-5 flex-none" />
        <h2 className="min-w-0 flex-1 truncate font-semibold text-sm">{text("label")}</h2>
        <ModeField mode={options.mode} onChange={choose} />
        <PageButton label={pageText("page")("close")} icon={<X />} onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-3.5 pb-3">
        <Content answer={answer} onAsk={ask} />
      </div>
      <Foot answer={answer} onAsk={ask} onStop={stop} onOff={() => switchOff(onClose)} />
    </section>
  );
}

function switchOff(onClose: () => void): void {
  void askFromPage("page→background: switch off", { feature: "search", where: "site" });
  onClose();
}

function ModeField({ mode, onChange }: { mode: TriggerMode; onChange: (mode: TriggerMode) => void }) {
  const text = pageText("search_assistant");
  return (
    <select
      aria-label={text("mode")}
      value={mode}
      onChange={(event) => onChange(event.currentTarget.value as TriggerMode)}
      className="h-8 min-w-0 max-w-40 cursor-pointer truncate rounded-sm bg-transparent px-1.5 text-muted text-xs hover:bg-hover hover:text-ink touch:h-11"
    >
      {TRIGGER_MODES.map((one) => (
        <option key={one} value={one} className="bg-raised text-ink">
          {text(`mode_${one}`)}
        </option>
      ))}
    </select>
  );
}

function Content({ answer, onAsk }: { answer: Answer; onAsk: () => void }) {
  const text = pageText("search_assistant");
  if (answer.kind === "offer")
    return (
      <div className="flex flex-col gap-2">
        {answer.why ? <p className="text-pretty text-muted text-sm">{text(answer.why)}</p> : null}
        <button
          type="button"
          onClick={onAsk}
          className="flex h-10 items-center justify-center gap-2 rounded-md bg-accent px-4 font-medium text-on-accent text-sm hover:bg-accent-strong touch:h-11"
        >
          <Sparkles className="size-4" aria-hidden="true" />
          {text("offer")}
        </button>
      </div>
    );
  return (
    <>
      {answer.text === "" ? null : (
        <div className="text-sm" aria-busy={answer.kind === "asking"}>
          <Markdown text={linkCitations(answer.text, answer.results)} />
        </div>
      )}
      {answer.kind === "asking" && answer.text === "" ? (
        <p role="status" className="animate-pulse text-muted text-sm motion-reduce:animate-none">
          {text("asking")}
        </p>
      ) : null}
      {answer.kind === "refused" ? (
        <p role="alert" className="mt-2 rounded-md bg-danger-soft px-3 py-2 text-danger text-sm">
          {refusalText({ code: answer.code, text: answer.said })}
        </p>
      ) : null}
      <Sources answer={answer} />
    </>
  );
}

/** Lists the results that the answer cites. */
function Sources({ answer }: { answer: Exclude<Answer, { kind: "offer" }> }) {
  const text = pageText("search_assistant");
  const cited = citedIn(answer.text, answer.results);
  if (cited.length === 0) return null;
  return (
    <ul aria-label={text("sources")} className="mt-3 flex flex-wrap gap-1.5">
      {cited.map((number) => {
        const { address, title, site } = answer.results[number - 1] as (typeof answer.results)[number];
        return (
          <li key={number} className="min-w-0 max-w-full">
            <a
              href={address}
              title={title}
              className="flex h-7 items-center gap-1.5 rounded-full bg-sunken px-2.5 text-muted text-xs hover:text-ink touch:h-11"
            >
              <span className="font-medium text-accent-ink">{number}</span>
              <bdi className="truncate">{site}</bdi>
            </a>
          </li>
        );
      })}
    </ul>
  );
}

interface FootProps {
  answer: Answer;
  onAsk: () => void;
  onStop: () => void;
  onOff: () => void;
}

function Foot({ answer, onAsk, onStop, onOff }: FootProps) {
  const text = pageText("page");
  const { conversationId } = answer;
  const isFinished = answer.kind !== "offer" && answer.kind !== "asking";
  return (
    <footer className="flex flex-none items-center gap-0.5 border-line border-t px-1.5 py-1">
      {answer.kind === "asking" ? (
        <PageButton named label={text("stop")} icon={<Square />} onClick={onStop} />
      ) : null}
      {isFinished && conversationId ? (
        <button
          type="button"
          onClick={() => void askFromPage("page→background: open panel", { conversationId })}
          className="inline-flex h-8 min-w-0 items-center gap-1.5 rounded-sm px-2 text-muted text-sm outline-offset-[-2px] hover:bg-hover hover:text-ink touch:h-11"
        >
          <PanelRight className="size-4 flex-none rtl:-scale-x-100" aria-hidden="true" />
          <span className="truncate">{text("continue")}</span>
        </button>
      ) : null}
      {isFinished && answer.text !== "" ? <CopyButton text={answer.text} /> : null}
      {isFinished ? <PageButton label={text("again")} icon={<RotateCw />} onClick={onAsk} /> : null}
      <PageButton
        label={text("off_here", { host: location.hostname })}
        icon={<EyeOff />}
        onClick={onOff}
        className="ms-auto"
      />
    </footer>
  );
}
