import type { CitationPart } from "@ensemble/contract/wire";

/** What a source says of what the answer takes from it, word for word, each once. */
export function quotesOf({ cites, quote }: Pick<CitationPart, "cites" | "quote">): string[] {
  if (!cites?.length) return quote ? [quote] : [];
  return [...new Set(cites.flatMap((cite) => cite.quote ?? []))];
}

/** Whether an answer takes something from a source that does not stand there. */
export const isNotFound = ({ cites }: Pick<CitationPart, "cites">): boolean =>
  cites?.some(({ state }) => state === "not_found") ?? false;
