import { Markdown } from "@ensemble/blocks/markdown/Markdown";
import { useText } from "@ensemble/i18n/text";
import { Notice } from "@ensemble/ui/Notice";
import { useEffect, useRef, useState } from "react";
import { findPassage } from "./find-passage";
import "./memo-passage.css";

/** The name under which the page marks a passage, in memo-passage.css too. */
const MARK = "memo-passage";

/** A memo as it reads, with the passage marked that an answer took from it. */
export function MemoReader({
  body,
  quote,
  passage,
}: {
  body: string;
  quote: string | null;
  passage: string;
}) {
  const text = useText("memos");
  const page = useRef<HTMLDivElement>(null);
  const [missing, setMissing] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown is what is searched
  useEffect(() => {
    const marks = typeof CSS !== "undefined" && "highlights" in CSS ? CSS.highlights : null;
    if (passage === "" || !page.current) return;
    const range = findPassage(page.current, passage);
    setMissing(range === null);
    if (!range) return;
    marks?.set(MARK, new Highlight(range));
    range.startContainer.parentElement?.scrollIntoView({ block: "center" });
    return () => {
      marks?.delete(MARK);
    };
  }, [body, quote, passage]);
  return (
    <>
      {/* spec §8: "Unable to locate the original text" */}
      {missing ? <Notice tone="warning">{text("passage_missing")}</Notice> : null}
      <div ref={page} className="flex flex-col gap-4 break-words">
        <Markdown text={body} />
        {quote ? (
          <blockquote
            dir="auto"
            className="plain-bidi whitespace-pre-wrap border-accent border-s-2 ps-3 text-muted"
          >
            {quote}
          </blockquote>
        ) : null}
      </div>
    </>
  );
}
