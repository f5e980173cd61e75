import type { Search } from "./engines";
import type { Allowed } from "./trigger";

/** What the assistant in a page of results asks of the background. */
export interface SearchMessages {
  /** Whether a page of this address shows the results of a search. The host is the one the browser names. */
  "page→background: search page"(request: { path: string; query: string }): Search | null;
  /** What the person may have answered unasked. */
  "page→background: search allowed"(): AllowedHere;
}

export interface AllowedHere extends Allowed {
  /** Whether a model is connected. The built-in engine would say of most searches that it cannot answer. */
  hasModel: boolean;
}
