import { useMarkedPassage } from "@ensemble/blocks/passages/use-marked-passage";
import { ProblemCard } from "@ensemble/blocks/problems/ProblemCard";
import { useMe } from "@ensemble/blocks/session-queries";
import type { Search } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { Spinner } from "@ensemble/ui/feedback/Spinner";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Square } from "lucide-react";
import { useRef, useState } from "react";
import { EngineReports } from "./EngineReports";
import { NothingFound } from "./NothingFound";
import { SearchAnswer } from "./SearchAnswer";
import { SearchResults, type Wanted } from "./SearchResults";
import { isFinished, stopSearchMutation } from "./search-queries";

/** Shows a search: progress, answer, sources, and the outcome of each engine. */
export function SearchView({ search, passage = "" }: { search: Search; passage?: string }) {
  const text = useText("search");
  const { role } = useMe();
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const stop = useMutation(stopSearchMutation(useQueryClient()));
  const over = isFinished(search);
  const said = useRef<HTMLDivElement>(null);
  const missing = useMarkedPassage(said, passage, over ? (search.answer ?? "") : null);
  const nothing = over && search.results.length === 0 && search.state === "completed";
  return (
    <div className="flex flex-col gap-6">
      <div role="status" className="flex min-h-8 items-center gap-2 text-muted text-sm empty:hidden">
        {over ? null : (
          <>
            <Spinner />
            <span className="min-w-0 flex-1">{text(`states.${search.state as "searching"}`)}</span>
            <Button
              size="sm"
              icon={<Square className="size-3.5" />}
              busy={stop.isPending}
              onClick={() => stop.mutate(search.id)}
            >
              {text("stop")}
            </Button>
          </>
        )}
        {search.state === "cancelled" ? text("states.cancelled") : null}
      </div>
      {search.problem ? <ProblemCard problem={search.problem} operator={role === "operator"} /> : null}
      {missing ? <Notice tone="warning">{text("passage_missing")}</Notice> : null}
      <div ref={said} className="flex flex-col gap-6 empty:hidden">
        <SearchAnswer search={search} onSource={(number) => setWanted({ number })} />
        {search.state === "completed" && search.model === null && search.results.length > 0 ? (
          <Notice>{text(search.answer ? "picked" : "nothing_picked")}</Notice>
        ) : null}
        {nothing ? <NothingFound search={search} /> : null}
        <SearchResults search={search} wanted={wanted} onShow={setWanted} />
      </div>
      <EngineReports reports={search.engines} />
    </div>
  );
}
