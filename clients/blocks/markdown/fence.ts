export interface Fence {
  language: string;
  code: string;
  closed: boolean;
}

/** Parses a block that is a code fence, closed or still growing; null for any other block. */
export function fenceOf(block: string): Fence | null {
  const opening = /^( {0,3})(`{3,}|~{3,})([^\n]*)\n/.exec(block.replace(/^\n+/, ""));
  if (!opening) return null;
  const [head, indent = "", marks = "", info = ""] = opening;
  if (marks.startsWith("`") && info.includes("`")) return null;
  const lines = block.replace(/^\n+/, "").slice(head.length).split("\n");
  const closing = new RegExp(`^ {0,3}${marks[0]}{${marks.length},}[ \\t]*$`);
  const end = lines.findIndex((line) => closing.test(line));
  // Text after the closing line belongs to another block, where the splitter will cut.
  if (end >= 0 && lines.slice(end + 1).some((line) => line.trim() !== "")) return null;
  const body = end >= 0 ? lines.slice(0, end) : lines;
  const outdent = new RegExp(`^ {0,${indent.length}}`);
  return {
    language: /^[^\s{,:]+/.exec(info.trim())?.[0]?.toLowerCase() ?? "",
    code: body.map((line) => line.replace(outdent, "")).join("\n"),
    closed: end >= 0,
  };
}
