import type { CitationPart } from "@ensemble/contract/wire";
import { createContext, use } from "react";

/** Page that shows the sources of the answers beside it and opens them itself. */
export interface SourcePlace {
  /** Adds links to an answer where it names places in the shown source. */
  linked: (text: string) => string;
  /** Shows the origin of a citation; `false` if it is not shown here. */
  open: (citation: CitationPart) => boolean;
}

const SourcePlaceContext = createContext<SourcePlace | null>(null);

export const SourcePlaceProvider = SourcePlaceContext;

/** Returns the page beside the answers; null: none. */
export const useSourcePlace = (): SourcePlace | null => use(SourcePlaceContext);
