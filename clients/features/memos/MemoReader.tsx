import { Markdown } from "@ensemble/blocks/markdown/Markdown";
import { useMarkedPassage } from "@ensemble/blocks/use-marked-passage";
import { useText } from "@ensemble/i18n/text";
import { Notice } from "@ensemble/ui/Notice";
import { useRef } from "react";

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
  const missing = useMarkedPassage(page, passage, `${body}\n${quote}`);
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
