import { SearchPage } from "@ensemble/feature-search/SearchPage";
import { useParams, useSearch } from "@tanstack/react-router";

/** Spec §2: /home/search; with a search's id, that search. */
export function SearchScreen() {
  const { uid } = useParams({ strict: false }) as { uid?: string };
  const { q } = useSearch({ strict: false }) as { q?: string };
  return <SearchPage searchId={uid} query={q} />;
}
