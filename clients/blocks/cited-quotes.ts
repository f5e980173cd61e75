import type { CitationPart } from "@ensemble/contract/wire";

/** What a source says of what the answer takes from it, word for word, each once. */
export function quotesOf({ cites, quote }: Pick<CitationPart, "cites" | "quote">): string[] {
  if (!cites?.length) return quote ? [quote] : [];
  return [...new Set(cites.flatMap((cite) => cite.quote ?? []))];
}

/** What each source is called: as the answer calls it, others by the numbers that are left. */
export function numbersOf(citations: readonly Pick<CitationPart, "web" | "given">[]): string[] {
  const taken = new Set(citations.flatMap(({ web }) => web?.number ?? []));
  let last = 0;
  return citations.map(({ web, given }) => {
    if (given) return `#${given.number}`;
    if (web) return `${web.number}`;
    do last++;
    while (taken.has(last));
    return `${last}`;
  });
}

/** Whether a source is known by what a search engine says of it alone. */
export const isUnread = ({ url, web }: Pick<CitationPart, "url" | "web">): boolean =>
  Boolean(url && web && !web.read);

/** Whether an answer takes something from a source that does not stand there. */
export const isNotFound = ({ cites }: Pick<CitationPart, "cites">): boolean =>
  cites?.some(({ state }) => state === "not_found") ?? false;
