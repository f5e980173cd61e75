/** `[1]`, `[1, 2]`: the numbers of sources in an answer, but for what is a link or code. */
const NUMBERS = /(`[^`\n]*`)|\[(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\](?!\()/g;

/** An answer with its numbers as links to the sources below it. `page`: the address of the page that both are on. */
export function withSourceLinks(answer: string, known: ReadonlySet<number>, page: string): string {
  return answer.replace(NUMBERS, (whole, code: string | undefined, numbers: string | undefined) => {
    if (code || !numbers) return whole;
    return numbers
      .split(/[,;]/)
      .map(Number)
      .map((number) => (known.has(number) ? `[[${number}]](<${page}#source-${number}>)` : `[${number}]`))
      .join("");
  });
}

/** The number in a link to a source; null: it leads elsewhere. */
export function sourceIn(link: string | null | undefined): number | null {
  const number = /#source-(\d{1,3})$/.exec(link ?? "")?.[1];
  return number ? Number(number) : null;
}
