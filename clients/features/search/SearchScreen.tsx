import { SearchPage } from "./SearchPage";

/** Spec §2: /home/search; with a search's id, that search. */
export const SearchScreen = ({ uid, q }: { uid?: string; q?: string }) => (
  <SearchPage searchId={uid} query={q} />
);
