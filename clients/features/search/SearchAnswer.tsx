import { CopyButton } from "@ensemble/blocks/CopyButton";
import { Markdown } from "@ensemble/blocks/markdown/Markdown";
import { useAnswerRun } from "@ensemble/blocks/use-answer-run";
import type { Search } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { withLinks } from "./cited-text";

/** The answer, as it is being written and as it is kept. Its numbers lead to its sources. */
export function SearchAnswer({ search }: { search: Search }) {
  const text = useText("search");
  const client = useQueryClient();
  const ended = useCallback(() => void client.invalidateQueries({ queryKey: ["search", "one"] }), [client]);
  const writing = search.state === "answering";
  const draft = useAnswerRun(writing ? search.run_id : null, ended);
  const written = draft.parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
  const answer = search.answer ?? written;
  if (answer === "")
    return draft.queue ? (
      <p className="text-muted text-sm">{text("in_line", { position: draft.queue.position })}</p>
    ) : null;
  return (
    <section aria-label={text("answer")} aria-busy={writing || undefined}>
      <Markdown text={withLinks(answer, search.results)} streaming={writing} />
      {writing ? null : (
        <div className="mt-2">
          <CopyButton label={text("copy_answer")} content={answer} />
        </div>
      )}
    </section>
  );
}
