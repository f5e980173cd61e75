/** Matches `[1]`, `[1, 2]` and `[#1]` in an answer, except in links and code. */
const NUMBERS = /(`[^`\n]*`)|\[(#?\d{1,3}(?:\s*[,;]\s*#?\d{1,3})*)\](?!\()/g;

const NOTHING: ReadonlySet<number> = new Set();

/**
 * Links the numbers in an answer to the sources below it. `page`: address of the page with both; `given`:
 * numbers of references, which follow a `#`.
 */
export function withSourceLinks(
  answer: string,
  known: ReadonlySet<number>,
  page: string,
  given: ReadonlySet<number> = NOTHING,
): string {
  const link = (name: string) => {
    const number = Number(name.replace("#", ""));
    const isGiven = name.startsWith("#");
    return (isGiven ? given : known).has(number)
      ? `[[${isGiven ? "#" : ""}${number}]](<${page}#${isGiven ? "given" : "source"}-${number}>)`
      : `[${name}]`;
  };
  return answer.replace(NUMBERS, (whole, code: string | undefined, numbers: string | undefined) =>
    code || !numbers
      ? whole
      : numbers
          .split(/[,;]/)
          .map((name) => link(name.trim()))
          .join(""),
  );
}

/** Returns the number in a link to a source; null for other links. */
export const sourceIn = (link: string | null | undefined): number | null => numberIn(link, "source");

/** Returns the number in a link to a reference; null for other links. */
export const givenIn = (link: string | null | undefined): number | null => numberIn(link, "given");

function numberIn(link: string | null | undefined, name: string): number | null {
  const [, kind, number] = /#(source|given)-(\d{1,3})$/.exec(link ?? "") ?? [];
  return kind === name ? Number(number) : null;
}
