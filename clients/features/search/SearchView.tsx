import { useMarkedPassage } from "@ensemble/blocks/passages/use-marked-passage";
import { ProblemCard } from "@ensemble/blocks/problems/ProblemCard";
import { useMe } from "@ensemble/blocks/session-queries";
import { searches } from "@ensemble/blocks/tasks/searches";
import { TaskProgress } from "@ensemble/blocks/tasks/TaskProgress";
import { isFinal } from "@ensemble/blocks/tasks/task-kind";
import { useTaskText } from "@ensemble/blocks/tasks/use-task-text";
import type { Search } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { useRef, useState } from "react";
import { EngineReports } from "./engines/EngineReports";
import { NothingFound } from "./NothingFound";
import { SearchAnswer } from "./SearchAnswer";
import { SearchResults, type SourceTarget } from "./SearchResults";

/** Shows a search: progress, answer, sources, and the outcome of each engine. */
export function SearchView({ search, passage = "" }: { search: Search; passage?: string }) {
  const text = useText("search");
  const { role } = useMe();
  const [wanted, setWanted] = useState<SourceTarget | null>(null);
  const { state } = search;
  const { written, queue } = useTaskText(searches, state === "answering" ? search.run_id : null);
  const over = isFinal(searches.stateOf(search));
  const said = useRef<HTMLDivElement>(null);
  const missing = useMarkedPassage(said, passage, over ? (search.answer ?? "") : null);
  const nothing = over && search.results.length === 0 && state === "completed";
  return (
    <div className="flex flex-col gap-6">
      <TaskProgress
        kind={searches}
        task={search}
        queue={queue}
        label={state === "completed" || state === "failed" ? null : text(`states.${state}`)}
      />
      {search.problem ? <ProblemCard problem={search.problem} operator={role === "operator"} /> : null}
      {missing ? <Notice tone="warning">{text("passage_missing")}</Notice> : null}
      <div ref={said} className="flex flex-col gap-6 empty:hidden">
        <SearchAnswer search={search} written={written} onSource={(number) => setWanted({ number })} />
        {state === "completed" && search.model === null && search.results.length > 0 ? (
          <Notice>{text(search.answer ? "picked" : "nothing_picked")}</Notice>
        ) : null}
        {nothing ? <NothingFound search={search} /> : null}
        <SearchResults search={search} wanted={wanted} onShow={setWanted} />
      </div>
      <EngineReports reports={search.engines} />
    </div>
  );
}
