import { CopyButton } from "@ensemble/blocks/CopyButton";
import { CitedMarkdown } from "@ensemble/blocks/citations/CitedMarkdown";
import { OneLine } from "@ensemble/blocks/OneLine";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { PLACES } from "@ensemble/blocks/places";
import { ProblemCard } from "@ensemble/blocks/problems/ProblemCard";
import { useMe } from "@ensemble/blocks/session-queries";
import { searches } from "@ensemble/blocks/tasks/searches";
import { isFinal } from "@ensemble/blocks/tasks/task-kind";
import { useTask, useTaskStatus } from "@ensemble/blocks/tasks/use-task";
import { useTaskText } from "@ensemble/blocks/tasks/use-task-text";
import type { Search, SearchResult } from "@ensemble/contract/wire";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { IconButton } from "@ensemble/ui/IconButton";
import { X } from "lucide-react";

/** Shows the answer to a question about one's memos, where it was asked, with links to the memos that it cites. */
export function MemoAnswer({ id, onClose }: { id: string; onClose: () => void }) {
  const text = useText("memos");
  const { data: search, error, refetch } = useTask(searches, id);
  const isFinished = search !== undefined && isFinal(searches.stateOf(search));
  useTaskStatus(searches, isFinished ? null : id);
  return (
    <section
      aria-label={text("answer_from_memos")}
      aria-busy={!isFinished || undefined}
      className="flex min-h-40 flex-col gap-3 rounded-lg bg-raised p-4 shadow-[inset_0_0_0_1px_var(--line)]"
    >
      <header className="flex items-start gap-2">
        <h2 className="plain-bidi min-w-0 flex-1 break-words font-medium">{search?.query ?? ""}</h2>
        <IconButton size="sm" label={text("close_answer")} icon={<X />} onClick={onClose} />
      </header>
      {error && !search ? <PanelProblem error={error} onRetry={() => void refetch()} /> : null}
      {search ? <Content search={search} isFinished={isFinished} /> : null}
      {!search && !error ? <SkeletonLines label={text("loading")} /> : null}
    </section>
  );
}

function Content({ search, isFinished }: { search: Search; isFinished: boolean }) {
  const text = useText("memos");
  const { role } = useMe();
  const { navigate } = useNavigation();
  const { written } = useTaskText(searches, isFinished ? null : search.run_id);
  const answer = search.answer ?? written;
  const cited = search.results.filter(({ number }) => answer.includes(`[${number}]`));
  if (search.problem) return <ProblemCard problem={search.problem} operator={role === "operator"} />;
  if (answer === "")
    return isFinished ? (
      <p className="text-muted text-sm">{text("nothing_in_memos")}</p>
    ) : (
      <SkeletonLines label={text("loading")} />
    );
  return (
    <>
      <CitedMarkdown
        answer={answer}
        known={new Set(search.results.map(({ number }) => number))}
        streaming={!isFinished}
        onSource={(number) => {
          const memo = search.results.find((result) => result.number === number);
          if (memo) navigate(passageIn(search, memo));
        }}
      />
      {isFinished ? (
        <div className="-ms-1.5">
          <CopyButton size="sm" label={text("copy")} content={answer} />
        </div>
      ) : null}
      {cited.length > 0 ? (
        <ul aria-label={text("answer_sources")} className="flex flex-wrap gap-2">
          {cited.map((memo) => (
            <li key={memo.number} className="min-w-0 max-w-full">
              <AppLink
                to={passageIn(search, memo)}
                className="flex max-w-full items-center gap-1.5 rounded-md bg-sunken px-2.5 py-1 text-sm hover:bg-hover touch:min-h-11"
              >
                <span className="flex-none text-faint tabular-nums">{memo.number}</span>
                <OneLine>{memo.title || text("untitled")}</OneLine>
              </AppLink>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

/** Returns the path of a memo, at the passage that the answer quotes. */
function passageIn({ cites }: Search, { number, url }: SearchResult): string {
  const quote = cites.find((cite) => cite.number === number && cite.quote)?.quote ?? undefined;
  return PLACES.passage(url, quote);
}
