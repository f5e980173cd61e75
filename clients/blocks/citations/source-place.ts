import type { CitationPart } from "@ensemble/contract/wire";
import { createContext, use } from "react";

/** A page that shows what answers beside it draw on: it opens sources itself. */
export interface SourcePlace {
  /** An answer's text, with links where it names places of what is shown. */
  linked: (text: string) => string;
  /** Shows where a citation is from; `false`: that is not shown here. */
  open: (citation: CitationPart) => boolean;
}

const SourcePlaceContext = createContext<SourcePlace | null>(null);

export const SourcePlaceProvider = SourcePlaceContext;

/** Null where nothing is shown beside the answers. */
export const useSourcePlace = (): SourcePlace | null => use(SourcePlaceContext);
