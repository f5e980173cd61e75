import { buttonStyle } from "@ensemble/ui/button-styles";
import { Check, X } from "lucide-react";
import { useEffect, useState } from "react";
import { askFromPage, Refused } from "../page-features/ask";
import type { InterfacePage } from "../page-features/feature";
import { PageButton } from "../page-interface/PageButton";
import { pageText } from "../page-interface/page-text";
import { withReceipt } from "../page-interface/receipt";
import { refusalText } from "../page-interface/refusal-text";
import { afterChange, isSure, type Shown, shownFindings } from "./grammar-findings";
import type { Target } from "./target";

type State =
  | { kind: "checking" }
  | { kind: "not_english" }
  | { kind: "refused"; code: string; said: string }
  /** `text`: current text, to which the positions of the findings refer. */
  | {
      kind: "checked";
      text: string;
      findings: readonly Shown[];
      all: boolean;
      checker: string;
      done: number;
    };

interface GrammarProps {
  page: InterfacePage;
  target: Target;
  onKept: () => void;
  onClose: () => void;
}

/** Lists the grammar findings, each to accept or dismiss. No model is involved. */
export function Grammar({ page, target, onKept, onClose }: GrammarProps) {
  const text = pageText("writing");
  const [check, setCheck] = useState<State>({ kind: "checking" });
  const [moved, setMoved] = useState(false);

  const run = async () => {
    setMoved(false);
    setCheck({ kind: "checking" });
    const written = target.read();
    try {
      const ask = () => askFromPage("page→background: check grammar", { text: written });
      const report = await withReceipt(page, written, ask);
      if (report === null) return onKept();
      if (!report.is_english) return setCheck({ kind: "not_english" });
      const findings = shownFindings(written, report.findings);
      const all = report.checked >= written.length;
      setCheck({ kind: "checked", text: written, findings, all, checker: report.checker, done: 0 });
    } catch (error) {
      const refusal = error instanceof Refused ? error.refusal : { code: "failed", text: String(error) };
      setCheck({ kind: "refused", code: refusal.code, said: refusal.text });
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is shown
  useEffect(() => void run(), []);

  /** Applies findings one after the other; text that changed since is skipped. */
  const accept = async (accepted: readonly { finding: Shown; option: string }[]) => {
    if (check.kind !== "checked") return;
    let { text: now, findings, done } = check;
    for (const { finding, option } of accepted) {
      const found = findings.find(({ id }) => id === finding.id);
      if (!found) continue;
      const next = now.slice(0, found.start) + option + now.slice(found.end);
      if (target.read() !== now || !(await target.replace(found.start, found.end, option))) {
        setMoved(true);
        break;
      }
      now = target.read();
      // An editor that reformats its content has different positions now.
      if (now !== next) {
        setMoved(true);
        break;
      }
      findings = afterChange(findings, found, option);
      done += 1;
    }
    setCheck({ ...check, text: now, findings, done });
  };
  const leave = (finding: Shown) => {
    if (check.kind === "checked")
      setCheck({ ...check, findings: check.findings.filter(({ id }) => id !== finding.id) });
  };

  if (check.kind === "checking")
    return (
      <p role="status" className="animate-pulse px-3.5 pb-3.5 text-muted text-sm motion-reduce:animate-none">
        {text("checking")}
      </p>
    );
  if (check.kind !== "checked")
    return (
      <p role="alert" className="px-3.5 pb-3.5 text-pretty text-muted text-sm">
        {check.kind === "not_english"
          ? text("not_english")
          : refusalText({ code: check.code, text: check.said })}
      </p>
    );
  const sure = check.findings.filter(isSure);
  return (
    <>
      {moved ? (
        <p role="alert" className="mx-3.5 mb-2 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">
          {text("moved")}{" "}
          <button type="button" className="font-medium underline" onClick={() => void run()}>
            {text("check_again")}
          </button>
        </p>
      ) : null}
      {check.findings.length === 0 ? (
        <p role="status" className="flex items-center gap-2 px-3.5 pb-3 text-sm">
          <Check className="size-4 flex-none text-success" aria-hidden="true" />
          {text(check.done > 0 ? "all_done" : "nothing_found")}
        </p>
      ) : (
        <ul className="flex flex-col gap-2 px-3.5 pb-3">
          {check.findings.map((finding) => (
            <Finding
              key={finding.id}
              finding={finding}
              onAccept={(option) => void accept([{ finding, option }])}
              onLeave={() => leave(finding)}
            />
          ))}
        </ul>
      )}
      <footer className="sticky bottom-0 flex flex-wrap items-center gap-2 border-line border-t bg-raised px-3.5 py-2.5">
        {sure.length > 1 && !moved ? (
          <button
            type="button"
            className={buttonStyle("primary")}
            onClick={() =>
              void accept(sure.map((finding) => ({ finding, option: finding.options[0] as string })))
            }
          >
            {text("accept_all", { count: sure.length })}
          </button>
        ) : null}
        <button type="button" className={buttonStyle("secondary")} onClick={onClose}>
          {text("done")}
        </button>
        <p className="ms-auto text-faint text-xs">
          {check.all ? null : `${text("checked_in_part")} `}
          {text("checked_by", { checker: check.checker })}
        </p>
      </footer>
    </>
  );
}

interface FindingProps {
  finding: Shown;
  onAccept: (option: string) => void;
  onLeave: () => void;
}

/** Shows one finding. The text is English, whatever the interface language. */
function Finding({ finding, onAccept, onLeave }: FindingProps) {
  const text = pageText("writing");
  const { before, wrong, after, options, reason, is_mistake: isMistake } = finding;
  return (
    <li className="rounded-md bg-sunken px-3 py-2 text-sm">
      <div className="flex items-start gap-1">
        <p dir="ltr" lang="en" className="min-w-0 flex-1 break-words pt-1 text-start">
          {before}
          <mark className={isMistake ? "bg-danger-soft text-danger" : "bg-warning-soft text-warning"}>
            {wrong}
          </mark>
          {after}
        </p>
        <PageButton label={text("leave")} icon={<X />} onClick={onLeave} className="-me-2" />
      </div>
      <p dir="ltr" lang="en" className="mt-0.5 text-pretty text-muted text-xs">
        {reason}
      </p>
      {options.length > 0 ? (
        <div className="mt-2 flex flex-wrap gap-1.5" dir="ltr">
          {options.map((option) => (
            <button
              key={option}
              type="button"
              aria-label={text(option === "" ? "accept_remove" : "accept", { wrong, option })}
              onClick={() => onAccept(option)}
              className={buttonStyle("secondary", "sm")}
            >
              {option === "" ? text("remove") : option}
            </button>
          ))}
        </div>
      ) : null}
    </li>
  );
}
