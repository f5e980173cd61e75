import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { PLACES } from "@ensemble/blocks/places";
import { useMe } from "@ensemble/blocks/session-queries";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { IconButton } from "@ensemble/ui/IconButton";
import { useQuery } from "@tanstack/react-query";
import { History, SearchX } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { SetUpEngines } from "./NothingFound";
import { SearchForm } from "./SearchForm";
import { SearchView } from "./SearchView";
import { searchQuery, searchSourcesQuery } from "./search-queries";

const SearchHistory = lazy(() => import("./SearchHistory").then((file) => ({ default: file.SearchHistory })));

/**
 * Search page with results and answer. `query`: initial text of the form; for an existing search, the passage
 * that a citation leads to.
 */
export function SearchPage({ searchId, query = "" }: { searchId?: string; query?: string }) {
  const text = useText("search");
  const { navigate } = useNavigation();
  const { role } = useMe();
  const [history, setHistory] = useState<"unasked" | "open" | "closed">("unasked");
  const sources = useQuery(searchSourcesQuery);
  const search = useQuery({ ...searchQuery(searchId ?? ""), enabled: searchId !== undefined });
  const known = search.data;
  return (
    <div className="flex-1 overflow-y-auto" data-scroll-restoration-id="search">
      <title>{`${known?.title ?? text("search")} · ${text("product")}`}</title>
      <div className="mx-auto flex max-w-3xl flex-col gap-5 px-4 pt-6 pb-16 sm:px-8 lg:pt-10">
        <header className="flex items-center gap-2">
          <h1 className="min-w-0 flex-1 font-semibold text-xl">{text("search")}</h1>
          <IconButton label={text("history")} icon={<History />} onClick={() => setHistory("open")} />
        </header>
        {sources.isError && !sources.data ? (
          <PanelProblem error={sources.error} onRetry={() => void sources.refetch()} />
        ) : null}
        {sources.data && sources.data.items.length === 0 ? (
          <EmptyState
            icon={<SearchX />}
            title={text("no_engines")}
            description={text("no_engines_hint")}
            action={role === "operator" ? <SetUpEngines /> : undefined}
          />
        ) : null}
        {sources.data && sources.data.items.length > 0 && !(searchId && search.isPending) ? (
          <SearchForm
            // The query is in the form.
            key={`form ${known?.id ?? query}`}
            sources={sources.data.items}
            known={known ?? null}
            query={query}
            onBegun={(id) => navigate(PLACES.search(id))}
          />
        ) : null}
        {search.isError && !known ? (
          <PanelProblem error={search.error} onRetry={() => void search.refetch()} />
        ) : null}
        {searchId && search.isPending ? <SkeletonLines count={6} label={text("loading")} /> : null}
        {known ? <SearchView key={known.id} search={known} passage={query} /> : null}
      </div>
      {history === "unasked" ? null : (
        <Suspense fallback={null}>
          <SearchHistory
            current={searchId}
            open={history === "open"}
            onOpenChange={(open) => setHistory(open ? "open" : "closed")}
          />
        </Suspense>
      )}
    </div>
  );
}
