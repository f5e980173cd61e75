import { PLACES } from "@ensemble/blocks/places";
import { useMe } from "@ensemble/blocks/session-queries";
import { searches } from "@ensemble/blocks/tasks/searches";
import { TaskBoundary } from "@ensemble/blocks/tasks/TaskBoundary";
import { TaskHistoryButton } from "@ensemble/blocks/tasks/TaskHistoryButton";
import { useTask } from "@ensemble/blocks/tasks/use-task";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { lazy } from "react";
import { SetUpEngines } from "./NothingFound";
import { SearchForm } from "./SearchForm";
import { SearchView } from "./SearchView";
import { searchSourcesQuery } from "./search-queries";

const SearchHistory = lazy(() => import("./SearchHistory").then((file) => ({ default: file.SearchHistory })));

/**
 * Search page with results and answer. `query`: initial text of the form; for an existing search, the passage
 * that a citation leads to.
 */
export function SearchPage({ searchId, query = "" }: { searchId?: string; query?: string }) {
  const text = useText("search");
  const { navigate } = useNavigation();
  const { role } = useMe();
  const sources = useQuery(searchSourcesQuery);
  const search = useTask(searches, searchId);
  const known = search.data;
  return (
    <div className="flex-1 overflow-y-auto" data-scroll-restoration-id="search">
      <title>{`${known?.title ?? text("search")} · ${text("product")}`}</title>
      <div className="mx-auto flex max-w-3xl flex-col gap-5 px-4 pt-6 pb-16 sm:px-8 lg:pt-10">
        <header className="flex items-center gap-2">
          <h1 className="min-w-0 flex-1 font-semibold text-xl">{text("search")}</h1>
          <TaskHistoryButton label={text("history")} current={searchId} history={SearchHistory} />
        </header>
        <TaskBoundary
          query={sources}
          lines={0}
          isEmpty={({ items }) => items.length === 0}
          empty={
            <EmptyState
              icon={<SearchX />}
              title={text("no_engines")}
              description={text("no_engines_hint")}
              action={role === "operator" ? <SetUpEngines /> : undefined}
            />
          }
        >
          {({ items }) =>
            searchId && search.isPending ? null : (
              <SearchForm
                // The query is in the form.
                key={`form ${known?.id ?? query}`}
                sources={items}
                known={known ?? null}
                query={query}
                onBegun={(id) => navigate(PLACES.search(id))}
              />
            )
          }
        </TaskBoundary>
        {searchId === undefined ? null : (
          <TaskBoundary query={search}>
            {(found) => <SearchView key={found.id} search={found} passage={query} />}
          </TaskBoundary>
        )}
      </div>
    </div>
  );
}
