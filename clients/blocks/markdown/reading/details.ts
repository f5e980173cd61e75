/** Matches the tags of a part that can be folded. */
const TAG = /(<\/?(?:details|summary)(?:\s[^<>]*)?>)/i;
const FENCE = /^[ \t]*(`{3,}|~{3,})/;
/** Matches the marks of quotes and items before the text of a line. */
const PREFIX = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))*[ \t]*/;

/** Goes through the lines of a text and tells which of them are outside of code fences. */
function* linesOf(text: string): Generator<{ line: string; isCode: boolean }> {
  let fence: string | null = null;
  for (const line of text.split(/(?<=\n)/)) {
    const marks: string | undefined = FENCE.exec(line.replace(/^(?:[ \t]*(?:>|[-*+](?=[ \t])))+/, ""))?.[1];
    yield { line, isCode: fence !== null || marks !== undefined };
    if (marks === undefined) continue;
    if (fence === null) fence = marks;
    else if (marks.startsWith(fence)) fence = null;
  }
}

/** Returns the source of the `<details>` with which a text begins, up to the line of its end; null: none. */
export function detailsAtStart(text: string): string | null {
  if (!/^ {0,3}<details(?:\s[^<>\n]*)?>/i.test(text)) return null;
  let depth = 0;
  let end = 0;
  for (const { line, isCode } of linesOf(text)) {
    end += line.length;
    if (isCode) continue;
    depth += (line.match(/<details[\s>]/gi)?.length ?? 0) - (line.match(/<\/details\s*>/gi)?.length ?? 0);
    if (depth <= 0) break;
  }
  return text.slice(0, end);
}

/** Puts each tag of `<details>` and `<summary>` into a paragraph of its own, so that what is between them is Markdown. */
export function withSeparateTags(markdown: string): string {
  if (!/<details[\s>]/i.test(markdown)) return markdown;
  let written = "";
  for (const { line, isCode } of linesOf(markdown)) written += isCode ? line : separated(line);
  return written;
}

function separated(line: string): string {
  if (!TAG.test(line) || line.includes("`")) return line;
  const prefix = PREFIX.exec(line)?.[0] ?? "";
  // Below an item's first line, its marks are space.
  const indent = prefix.replace(/[^>\s]/g, " ");
  const pieces = line
    .slice(prefix.length)
    .split(TAG)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "");
  return `${prefix}${pieces.join(`\n${indent}\n${indent}`)}\n${indent.trimEnd()}\n`;
}
