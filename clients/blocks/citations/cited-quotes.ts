import type { CitationPart } from "@ensemble/contract/wire";

/** Returns the quotes of a source that an answer cites, verbatim and without duplicates. */
export function quotesOf({ cites, quote }: Pick<CitationPart, "cites" | "quote">): string[] {
  if (!cites?.length) return quote ? [quote] : [];
  return [...new Set(cites.flatMap((cite) => cite.quote ?? []))];
}

/** Returns the number of each source: the answer's own number, else the next free one. */
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

/** Returns true if only the search engine's description of a source is known. */
export const isUnread = ({ url, web }: Pick<CitationPart, "url" | "web">): boolean =>
  Boolean(url && web && !web.read);

/** Returns true if the source does not support a statement that cites it. */
export const isNotFound = ({ cites }: Pick<CitationPart, "cites">): boolean =>
  cites?.some(({ state }) => state === "not_found") ?? false;
