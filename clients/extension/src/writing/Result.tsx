import { DiffText } from "@ensemble/blocks/changes/DiffText";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { RotateCw, Square } from "lucide-react";
import { useState } from "react";
import type { InterfacePage } from "../page-features/feature";
import { CopyButton } from "../page-interface/CopyButton";
import { PageButton } from "../page-interface/PageButton";
import { pageText } from "../page-interface/page-text";
import { refusalText } from "../page-interface/refusal-text";
import type { Target } from "./target";
import { useWriting, type Written } from "./use-writing";

interface ResultProps {
  page: InterfacePage;
  target: Target;
  message: string;
  /** `replace` replaces the current text; `insert` adds to it. */
  way: "replace" | "insert";
  onKept: () => void;
  onClose: () => void;
}

/** Shows the generated text beside the current one. The page changes only after confirmation. */
export function Result({ page, target, message, way, onKept, onClose }: ResultProps) {
  const text = pageText("writing");
  const { written, again, stop } = useWriting(page, message, onKept);
  const [before] = useState(() => target.read());
  const [didNotTake, setDidNotTake] = useState(false);
  const put = async (from: number, next: string) => {
    // Only the shown text is replaced, never anything typed since.
    const took = target.read() === before && (await target.replace(from, before.length, next));
    if (took) onClose();
    else setDidNotTake(true);
  };
  const isFinished = written.kind !== "writing";
  const isEmpty = before.trim() === "";
  const replaces = way === "replace" || target.isSelection || isEmpty;
  return (
    <>
      <div className="px-3.5 pb-3 text-sm" aria-busy={!isFinished}>
        <WrittenText written={written} before={replaces && !isEmpty ? before : null} />
        {isFinished && replaces && !isEmpty && target.losesFormat() ? (
          <p className="mt-2 text-muted text-xs">{text("loses_format")}</p>
        ) : null}
        {didNotTake ? (
          <p role="alert" className="mt-2 rounded-md bg-warning-soft px-3 py-2 text-warning">
            {text("did_not_take")}
          </p>
        ) : null}
      </div>
      <footer className="sticky bottom-0 flex flex-wrap items-center gap-2 border-line border-t bg-raised px-3.5 py-2.5">
        {isFinished && written.text !== "" ? (
          <Ways
            replaces={replaces}
            onReplace={() => void put(0, written.text)}
            // After the current text, as a new paragraph.
            onInsert={() => void put(before.length, `\n\n${written.text}`)}
          />
        ) : null}
        <span className="ms-auto flex items-center">
          {isFinished ? (
            <>
              {written.text === "" ? null : <CopyButton text={written.text} />}
              <PageButton label={text("again")} icon={<RotateCw />} onClick={again} />
            </>
          ) : (
            <PageButton named label={pageText("page")("stop")} icon={<Square />} onClick={stop} />
          )}
        </span>
      </footer>
    </>
  );
}

function Ways({
  replaces,
  onReplace,
  onInsert,
}: {
  replaces: boolean;
  onReplace: () => void;
  onInsert: () => void;
}) {
  const text = pageText("writing");
  return (
    <>
      <button type="button" className={buttonStyle("primary")} onClick={replaces ? onReplace : onInsert}>
        {text(replaces ? "replace" : "add")}
      </button>
      {replaces ? null : (
        <button type="button" className={buttonStyle("secondary")} onClick={onReplace}>
          {text("replace_all")}
        </button>
      )}
    </>
  );
}

/** Shows the streaming text, then the difference to the current one. */
function WrittenText({ written, before }: { written: Written; before: string | null }) {
  const text = pageText("writing");
  return (
    <>
      {written.text === "" && written.kind === "writing" ? (
        <p role="status" className="animate-pulse text-muted motion-reduce:animate-none">
          {text("writing")}
        </p>
      ) : null}
      {written.text === "" ? null : written.kind !== "writing" && before !== null ? (
        <DiffText
          before={before}
          after={written.text}
          labels={{ gone: text("gone"), added: text("added") }}
        />
      ) : (
        <p dir="auto" className="whitespace-pre-wrap break-words">
          {written.text}
        </p>
      )}
      {written.kind === "refused" ? (
        <p role="alert" className="mt-2 rounded-md bg-danger-soft px-3 py-2 text-danger">
          {why(written)}
        </p>
      ) : null}
    </>
  );

  function why({ code, said }: { code: string; said: string }): string {
    return code === "no_model" ? text("no_model") : refusalText({ code, text: said });
  }
}
