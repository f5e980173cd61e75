export interface Fence {
  language: string;
  /** All that stands behind the opening marks. */
  info: string;
  code: string;
  closed: boolean;
}

/** Parses a block that is a code fence, closed or still growing; null for any other block. */
export function fenceOf(block: string): Fence | null {
  const begun = fenceAtStart(block);
  // Text after the closing line belongs to another block, where the splitter will cut.
  return begun && begun.rest.trim() === "" ? begun.fence : null;
}

/** Parses the code fence with which a block begins, and returns the text after it; null: it begins with something else. */
export function fenceAtStart(block: string): { fence: Fence; rest: string } | null {
  const opening = openingOf(block.replace(/^\n+/, ""));
  if (!opening) return null;
  const { indent, language, info, lines, end } = opening;
  const rest = end < 0 ? "" : lines.slice(end + 1).join("\n");
  const body = end >= 0 ? lines.slice(0, end) : lines;
  const outdent = new RegExp(`^ {0,${indent.length}}`);
  const code = body.map((line) => line.replace(outdent, "")).join("\n");
  return { fence: { language, info, code, closed: end >= 0 }, rest };
}

/** Returns the source of the fence with which a text begins if fences of the same length may be nested in it; null: none. */
export function nestingFenceAtStart(text: string): string | null {
  const opening = openingOf(text);
  if (!opening || !NESTING.has(opening.language)) return null;
  const { head, lines, end } = opening;
  return end < 0 ? text : head + lines.slice(0, end + 1).join("\n");
}

/** Languages whose code contains fences. */
const NESTING = new Set(["markdown", "md", "mdx"]);

function openingOf(text: string) {
  const opening = /^( {0,3})(`{3,}|~{3,})([^\n]*)\n/.exec(text);
  if (!opening) return null;
  const [head, indent = "", marks = "", info = ""] = opening;
  if (marks.startsWith("`") && info.includes("`")) return null;
  const lines = text.slice(head.length).split("\n");
  const language = /^[^\s{,:]+/.exec(info.trim())?.[0]?.toLowerCase() ?? "";
  const closing = new RegExp(`^ {0,3}${marks[0]}{${marks.length},}[ \\t]*$`);
  const end = NESTING.has(language)
    ? endOfNesting(lines, closing, marks)
    : lines.findIndex((line) => closing.test(line));
  return { head, indent, language, info, lines, end };
}

/**
 * Returns the line that closes a fence of Markdown, in which models nest fences of the same length; -1: none. A fence with a
 * language opens one, and so does one without between an empty line and a line of text.
 */
function endOfNesting(lines: readonly string[], closing: RegExp, marks: string): number {
  const opening = new RegExp(`^ {0,3}${marks[0]}{${marks.length},}[ \\t]*[\\w+#.-]+[^\`]*$`);
  let depth = 0;
  return lines.findIndex((line, at) => {
    if (opening.test(line)) {
      depth += 1;
      return false;
    }
    if (!closing.test(line)) return false;
    if (depth > 0) {
      depth -= 1;
      return false;
    }
    const opens = lines[at - 1]?.trim() === "" && (lines[at + 1] ?? "").trim() !== "";
    if (opens) depth += 1;
    return !opens;
  });
}

/** Lengthens fences of Markdown in a text until none within them is as long, as the parser reads them. */
export function withLongerFences(text: string): string {
  if (!/^[ \t>]*(?:[-*+] |\d+[.)] )?[ \t]*(?:`{3,}|~{3,})[ \t]*(?:markdown|mdx?)\b/im.test(text)) return text;
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at += 1) {
    const opening = /^([ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)((`{3,}|~{3,})[^`]*)$/.exec(lines[at] ?? "");
    if (!opening) continue;
    const [, indent = "", line = "", marks = ""] = opening;
    const inner = lines
      .slice(at + 1)
      .map((below) => below.replace(new RegExp(`^[ \\t]{0,${indent.length}}`), ""));
    const fence = openingOf(`${line}\n${inner.join("\n")}`);
    if (!fence) continue;
    const end = at + 1 + (fence.end < 0 ? inner.length : fence.end);
    if (NESTING.has(fence.language)) {
      const within = fence.lines.slice(0, end - at - 1).join("\n");
      const longest = Math.max(0, ...[...within.matchAll(/`{3,}|~{3,}/g)].map(([run]) => run.length));
      const more = (marks[0] ?? "").repeat(Math.max(0, longest + 1 - marks.length));
      lines[at] = `${indent}${more}${line}`;
      if (fence.end >= 0) lines[end] = `${lines[end]?.trimEnd()}${more}`;
    }
    at = end;
  }
  return lines.join("\n");
}
