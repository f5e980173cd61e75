/**
 * Blocks in answers: code fences whose first line names an artifact (decision 1062).
 *
 * The Rust twin is `server/features/artifacts/src/block.rs`; both read `contract/fixtures/artifacts/blocks.json`.
 */
export interface Block {
  identifier: string;
  /** Lower case; `text` where the model wrote none. */
  language: string;
  title: string | null;
  /** True if the content is edits of the version before. */
  edit: boolean;
  content: string;
  /** False while it is written, or if the answer ended within it. */
  closed: boolean;
}

/** The characters that every block has. */
export const MARK = 'artifact="';

const IDENTIFIER_MAX = 64;
const TITLE_MAX = 200;
const NESTING = new Set(["markdown", "md", "mdx"]);

/** Returns the blocks of an answer, in order. */
export function blocksIn(text: string): Block[] {
  if (!text.includes(MARK)) return [];
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  if (lines.at(-1) === "") lines.pop();
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const opening = openingOf(lines[at] ?? "");
    if (!opening) {
      at += 1;
      continue;
    }
    const below = lines.slice(at + 1);
    const end = endIn(below, opening);
    const body = end < 0 ? below : below.slice(0, end);
    const head = headOf(opening.info);
    if (head) {
      const outdent = new RegExp(`^ {0,${opening.indent}}`);
      const content = body.map((line) => line.replace(outdent, "")).join("\n");
      blocks.push({ ...head, content, closed: end >= 0 });
    }
    at += 1 + body.length + 1;
  }
  return blocks;
}

interface Opening {
  indent: number;
  mark: string;
  length: number;
  info: string;
}

function openingOf(line: string): Opening | null {
  const found = /^( {0,3})(`{3,}|~{3,})(.*)$/.exec(line);
  if (!found) return null;
  const [, indent = "", marks = "", info = ""] = found;
  const mark = marks.charAt(0);
  if (mark === "`" && info.includes("`")) return null;
  return { indent: indent.length, mark, length: marks.length, info: info.trim() };
}

/** Returns the index of the line that closes a fence; -1: none. In Markdown, fences of the same length are nested. */
function endIn(lines: readonly string[], { mark, length, info }: Opening): number {
  const closing = new RegExp(`^ {0,3}${mark}{${length},}\\s*$`);
  const word = /^[^\s{,:]*/.exec(info)?.[0].toLowerCase() ?? "";
  if (!NESTING.has(word)) return lines.findIndex((line) => closing.test(line));
  const nesting = new RegExp(`^ {0,3}${mark}{${length},}\\s*[\\p{L}\\p{N}_+#.-][^\`]*$`, "u");
  let depth = 0;
  return lines.findIndex((line, at) => {
    if (nesting.test(line)) depth += 1;
    else if (closing.test(line)) {
      const opens = at > 0 && lines[at - 1]?.trim() === "" && (lines[at + 1] ?? "").trim() !== "";
      if (depth > 0) depth -= 1;
      else if (opens) depth += 1;
      else return true;
    }
    return false;
  });
}

/** Returns the facts in a fence's first line; null if it names no artifact. */
function headOf(info: string): Pick<Block, "identifier" | "language" | "title" | "edit"> | null {
  const named = attribute(info, "artifact");
  const identifier = named === null ? null : slug(named);
  if (!identifier) return null;
  const title = [...(attribute(info, "title") ?? "").trim()].slice(0, TITLE_MAX).join("");
  const words = info
    .split('"')
    .filter((_, index) => index % 2 === 0)
    .join(" ")
    .trim()
    .split(/\s+/);
  const [first = ""] = words;
  const language = first === "" || first === "edit" || first.includes("=") ? "text" : first.toLowerCase();
  return { identifier, language, title: title || null, edit: words.includes("edit") };
}

const attribute = (info: string, name: string): string | null =>
  new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(info)?.[1] ?? null;

/** Returns a name as one word of lower-case letters. */
function slug(name: string): string {
  const word = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]+/gu, "-")
    .replace(/^-+/, "");
  return [...word].slice(0, IDENTIFIER_MAX).join("").replace(/-+$/, "");
}
