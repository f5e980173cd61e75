import type { Search } from "./engines";
import type { Allowed } from "./trigger";

/** Messages that the assistant on a results page can send to the background. */
export interface SearchMessages {
  /**
   * Returns the search if a page with this address shows results. The host is the one that the browser
   * reports.
   */
  "page→background: search page"(request: { path: string; query: string }): Search | null;
  /** Returns what may be answered automatically for the person. */
  "page→background: search allowed"(): AllowedHere;
}

export interface AllowedHere extends Allowed {
  /** True if a model is connected. The built-in engine could not answer most searches. */
  hasModel: boolean;
}
