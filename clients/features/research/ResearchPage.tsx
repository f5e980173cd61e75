import { TaskBoundary } from "@ensemble/blocks/tasks/TaskBoundary";
import { TaskHistoryButton } from "@ensemble/blocks/tasks/TaskHistoryButton";
import { useTask } from "@ensemble/blocks/tasks/use-task";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { lazy } from "react";
import { ResearchForm } from "./ResearchForm";
import { ResearchView } from "./ResearchView";
import { placeOf, placesQuery, researches } from "./research-queries";

const ResearchHistory = lazy(() =>
  import("./ResearchHistory").then((file) => ({ default: file.ResearchHistory })),
);

/**
 * Page of research. `question`: initial text of the form; for an existing research, the passage that a
 * citation leads to.
 */
export function ResearchPage({ researchId, question = "" }: { researchId?: string; question?: string }) {
  const text = useText("search");
  const { navigate } = useNavigation();
  const places = useQuery(placesQuery);
  const research = useTask(researches, researchId);
  const title = research.data?.title ?? text("research.name");
  return (
    <div className="flex-1 overflow-y-auto" data-scroll-restoration-id="research">
      <title>{`${title} · ${text("product")}`}</title>
      <div className="mx-auto flex max-w-3xl flex-col gap-6 px-4 pt-6 pb-16 sm:px-8 lg:pt-10">
        <header className="flex items-center gap-2">
          <h1 className="min-w-0 flex-1 text-pretty font-semibold text-xl">
            <span className="plain-start block">{title}</span>
          </h1>
          <TaskHistoryButton
            label={text("research.history")}
            current={researchId}
            history={ResearchHistory}
          />
        </header>
        {researchId === undefined ? (
          <TaskBoundary
            query={places}
            lines={0}
            isEmpty={({ items }) => items.length === 0}
            empty={
              <EmptyState
                icon={<SearchX />}
                title={text("no_engines")}
                description={text("no_engines_hint")}
              />
            }
          >
            {({ items }) => (
              <ResearchForm
                offered={items.map(({ source }) => source)}
                question={question}
                onBegun={(id) => navigate(placeOf(id))}
              />
            )}
          </TaskBoundary>
        ) : (
          <TaskBoundary query={research}>
            {(known) => <ResearchView key={known.id} research={known} passage={question} />}
          </TaskBoundary>
        )}
      </div>
    </div>
  );
}
