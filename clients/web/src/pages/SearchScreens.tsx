import { SearchPage } from "@ensemble/feature-search/SearchPage";
import { useParams, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";

const ResearchPage = lazy(() =>
  import("@ensemble/feature-research/ResearchPage").then((file) => ({ default: file.ResearchPage })),
);

/** Spec §2: /home/search; with an id, an existing search. */
export function SearchScreen() {
  const { uid } = useParams({ strict: false }) as { uid?: string };
  const { q } = useSearch({ strict: false }) as { q?: string };
  return <SearchPage searchId={uid} query={q} />;
}

/** Page of /home/research; with an id, an existing research. */
export function ResearchScreen() {
  const { uid } = useParams({ strict: false }) as { uid?: string };
  const { q } = useSearch({ strict: false }) as { q?: string };
  return (
    <Suspense fallback={null}>
      <ResearchPage researchId={uid} question={q} />
    </Suspense>
  );
}
