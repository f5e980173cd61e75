import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { IconButton } from "@ensemble/ui/IconButton";
import { useQuery } from "@tanstack/react-query";
import { History, SearchX } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { ResearchForm } from "./ResearchForm";
import { ResearchView } from "./ResearchView";
import { placeOf, placesQuery, researchQuery } from "./research-queries";

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
  const [history, setHistory] = useState<"unasked" | "open" | "closed">("unasked");
  const places = useQuery(placesQuery);
  const research = useQuery({ ...researchQuery(researchId ?? ""), enabled: researchId !== undefined });
  const known = research.data;
  return (
    <div className="flex-1 overflow-y-auto" data-scroll-restoration-id="research">
      <title>{`${known?.title ?? text("research.name")} · ${text("product")}`}</title>
      <div className="mx-auto flex max-w-3xl flex-col gap-6 px-4 pt-6 pb-16 sm:px-8 lg:pt-10">
        <header className="flex items-center gap-2">
          <h1 className="min-w-0 flex-1 text-pretty font-semibold text-xl">
            <span className="plain-start block">{known?.title ?? text("research.name")}</span>
          </h1>
          <IconButton
            label={text("research.history")}
            icon={<History />}
            onClick={() => setHistory("open")}
          />
        </header>
        {researchId === undefined ? (
          <>
            {places.isError && !places.data ? (
              <PanelProblem error={places.error} onRetry={() => void places.refetch()} />
            ) : null}
            {places.data?.items.length === 0 ? (
              <EmptyState
                icon={<SearchX />}
                title={text("no_engines")}
                description={text("no_engines_hint")}
              />
            ) : null}
            {places.data && places.data.items.length > 0 ? (
              <ResearchForm
                offered={places.data.items.map(({ source }) => source)}
                question={question}
                onBegun={(id) => navigate(placeOf(id))}
              />
            ) : null}
          </>
        ) : null}
        {research.isError && !known ? (
          <PanelProblem error={research.error} onRetry={() => void research.refetch()} />
        ) : null}
        {researchId && research.isPending ? <SkeletonLines count={6} label={text("loading")} /> : null}
        {known ? <ResearchView key={known.id} research={known} passage={question} /> : null}
      </div>
      {history === "unasked" ? null : (
        <Suspense fallback={null}>
          <ResearchHistory
            current={researchId}
            open={history === "open"}
            onOpenChange={(open) => setHistory(open ? "open" : "closed")}
          />
        </Suspense>
      )}
    </div>
  );
}
