import type { Cite } from "@ensemble/contract/wire";

/** Source of an answer with its link. */
export interface MemoSource {
  number: number;
  title: string;
  /** Web address, or a path here; null: none. */
  url: string | null;
}

/** Matches numbers in an answer, except in links and code. */
const NUMBERS = /(`[^`\n]*`)|\[(\d{1,4}(?:\s*[,;]\s*\d{1,4})*)\](?!\()/g;

/**
 * Converts an answer to the body of a memo: its numbers become links to their sources, which are listed below
 * with the cited words; unsupported statements are marked with `notFound`.
 */
export function memoOfAnswer(
  answer: string,
  sources: readonly MemoSource[],
  cites: readonly Cite[],
  notFound: string,
): string {
  const byNumber = new Map(sources.map((source) => [source.number, source]));
  const used = new Set<number>();
  const link = (number: number) => {
    const source = byNumber.get(number);
    if (source) used.add(number);
    return source?.url ? `[[${number}]](<${safe(source.url)}>)` : `[${number}]`;
  };
  const said = answer.replace(NUMBERS, (whole, code: string | undefined, numbers: string | undefined) =>
    code || !numbers ? whole : numbers.split(/[,;]/).map(Number).map(link).join(""),
  );
  const listed = [...byNumber.values()]
    .filter(({ number }) => used.has(number))
    .map((source) => [
      `- ${source.url ? link(source.number) : `[${source.number}]`} ${plain(source.title)}`,
      ...quotesOf(cites, source.number).map((quote) => `  > ${plain(quote)}`),
    ]);
  const missing = cites
    .filter(({ state }) => state === "not_found")
    .map(({ number, statement }) => `- **${notFound}**: ${plain(statement)} [${number}]`);
  return [said.trim(), listed.flat().join("\n"), missing.join("\n")].filter(Boolean).join("\n\n");
}

const quotesOf = (cites: readonly Cite[], number: number) => [
  ...new Set(cites.flatMap((cite) => (cite.number === number && cite.quote ? [cite.quote] : []))),
];

const safe = (url: string) => url.replace(/[<>\s]/g, encodeURIComponent);

/** Returns foreign text on one line with Markdown escaped. */
const plain = (text: string) =>
  text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*_[\]<>#|~]/g, "\\$&");
