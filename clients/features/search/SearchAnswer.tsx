import { AskFurther } from "@ensemble/blocks/answers/AskFurther";
import { CopyButton } from "@ensemble/blocks/CopyButton";
import { CitedMarkdown } from "@ensemble/blocks/citations/CitedMarkdown";
import { memoOfAnswer } from "@ensemble/blocks/memos/memo-of-answer";
import { SaveAsMemo } from "@ensemble/blocks/memos/SaveAsMemo";
import { PLACES } from "@ensemble/blocks/places";
import type { Search } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";

/** Shows the answer, streaming or finished, with its numbers linked to the sources. */
export function SearchAnswer({
  search,
  written,
  onSource,
}: {
  search: Search;
  /** Text so far while it is being written. */
  written: string;
  onSource: (number: number) => void;
}) {
  const text = useText("search");
  const writing = search.state === "answering";
  const answer = search.answer ?? written;
  if (answer === "") return null;
  return (
    <section aria-label={text("answer")} aria-busy={writing || undefined}>
      <CitedMarkdown
        answer={answer}
        known={new Set(search.results.map(({ number }) => number))}
        place={PLACES.search(search.id)}
        streaming={writing}
        onSource={onSource}
      />
      {writing ? null : (
        <div className="-ms-1.5 mt-2 flex flex-wrap items-center gap-2 touch:-ms-3.5">
          <CopyButton size="sm" label={text("copy_answer")} content={answer} />
          <SaveAsMemo
            memo={() => ({
              kind: "search_result",
              title: search.title,
              source_path: PLACES.search(search.id),
              body: memoOfAnswer(answer, search.results, search.cites, text("not_found")),
            })}
          />
          <AskFurther
            label={text("ask_further")}
            failed={text("ask_failed")}
            given={() => ({ things: [{ of: "search", thing_id: search.id, title: search.title }] })}
          />
        </div>
      )}
    </section>
  );
}
