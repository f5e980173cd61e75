import type { SearchResult } from "@ensemble/contract/wire";

/** `[1]`, `[1, 2]`: the numbers of sources in an answer, but for what is a link or code. */
const NUMBERS = /(`[^`\n]*`)|\[(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\](?!\()/g;

/** An answer's Markdown with its numbers as links to the pages that they stand for. */
export function withLinks(answer: string, results: readonly SearchResult[]): string {
  return answer.replace(NUMBERS, (whole, code: string | undefined, numbers: string | undefined) => {
    if (code || !numbers) return whole;
    return numbers
      .split(/[,;]/)
      .map((number) => linkTo(Number(number), results))
      .join("");
  });
}

function linkTo(number: number, results: readonly SearchResult[]): string {
  const url = results.find((result) => result.number === number)?.url;
  // What is the person's own is opened from the list of sources.
  return url?.startsWith("http")
    ? `[[${number}]](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)`
    : `[${number}]`;
}
