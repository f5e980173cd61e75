import type { Cite } from "@ensemble/contract/wire";

/** A source of an answer, where it can be opened. */
export interface MemoSource {
  number: number;
  title: string;
  /** An address of the web, or a path here; null: there is none. */
  url: string | null;
}

/** Numbers in an answer, but for what is a link or code. */
const NUMBERS = /(`[^`\n]*`)|\[(\d{1,4}(?:\s*[,;]\s*\d{1,4})*)\](?!\()/g;

/**
 * An answer as the body of a memo: its numbers are links to their sources, below which stands what was taken from them; what
 * stands in none is marked by `notFound`.
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
