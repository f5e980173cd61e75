import { Markdown } from "@ensemble/blocks/markdown/Markdown";
import { useMarkedPassage } from "@ensemble/blocks/use-marked-passage";
import { useText } from "@ensemble/i18n/text";
import { Notice } from "@ensemble/ui/Notice";
import { type ReactNode, useRef } from "react";

/** A memo as it reads, with the passage marked that an answer took from it. */
export function MemoReader({
  body,
  quote,
  summary,
  passage,
  children,
}: {
  body: string;
  quote: string | null;
  /** What `children` say of its picture. */
  summary: string | null;
  passage: string;
  children: ReactNode;
}) {
  const text = useText("memos");
  const page = useRef<HTMLDivElement>(null);
  const missing = useMarkedPassage(page, passage, `${body}\n${quote}\n${summary}`);
  return (
    <>
      {/* spec §8: "Unable to locate the original text" */}
      {missing ? <Notice tone="warning">{text("passage_missing")}</Notice> : null}
      <div ref={page} className="flex flex-col gap-4 break-words">
        {children}
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
