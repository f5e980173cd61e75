/** `[1]`, `[1, 2]`, `[#1]`: the numbers of sources in an answer, but for what is a link or code. */
const NUMBERS = /(`[^`\n]*`)|\[(#?\d{1,3}(?:\s*[,;]\s*#?\d{1,3})*)\](?!\()/g;

const NOTHING: ReadonlySet<number> = new Set();

/**
 * An answer with its numbers as links to the sources below it. `page`: the address of the page that both are on; `given`: numbers
 * of what the person gave, which stand behind a `#`.
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

/** The number in a link to a source; null: it leads elsewhere. */
export const sourceIn = (link: string | null | undefined): number | null => numberIn(link, "source");

/** The number in a link to what the person gave; null: it leads elsewhere. */
export const givenIn = (link: string | null | undefined): number | null => numberIn(link, "given");

function numberIn(link: string | null | undefined, name: string): number | null {
  const [, kind, number] = /#(source|given)-(\d{1,3})$/.exec(link ?? "") ?? [];
  return kind === name ? Number(number) : null;
}
