import { Lexer, Marked, type Token, type TokenizerExtension } from "marked";
import { nestingFenceAtStart } from "./fence";
import { hasUnparsableLine, isParsableLine } from "./limits";
import { detailsAtStart } from "./reading/details";
import { isEnvironment } from "./reading/environments";

/** Markdown text split into blocks. Only the last one may change while the text grows. */
export interface BlockSplit {
  settled: readonly string[];
  tail: string;
  /** Link definitions found so far, which other blocks may refer to. */
  definitions: string;
  /** Text of the settled blocks, to detect a text that only grew. */
  settledText: string;
}

const EMPTY_SPLIT: BlockSplit = { settled: [], tail: "", definitions: "", settledText: "" };

/**
 * Splits a growing Markdown text into blocks, reusing the settled ones: only the tail is parsed again.
 *
 * A block is settled once a later one has begun with a complete line, because half a line can still become
 * something else (`1.` into `1.5 apples`). So the blocks do not depend on how the text was chunked.
 */
export function splitBlocks(source: string, before: BlockSplit = EMPTY_SPLIT): BlockSplit {
  const text = source.includes("\r") ? source.replace(/\r\n?/g, "\n") : source;
  const known = text.startsWith(before.settledText) ? before : EMPTY_SPLIT;
  const rest = text.slice(known.settledText.length);
  const tokens = lexBlocks(rest.slice(0, rest.lastIndexOf("\n") + 1));
  const isBlock = (token: Token) => token.type !== "space";
  const open = tokens.findLastIndex(isBlock);
  if (open <= tokens.findIndex(isBlock)) return { ...known, tail: rest };

  const settled = [...known.settled];
  let { definitions, settledText } = known;
  let leadingSpace = "";
  for (const token of tokens.slice(0, open)) {
    settledText += token.raw;
    if (isBlock(token)) {
      settled.push(leadingSpace + token.raw);
      leadingSpace = "";
    } else if (settled.length > known.settled.length) {
      settled[settled.length - 1] += token.raw;
    } else {
      leadingSpace += token.raw;
    }
    if (token.type === "def") definitions += `${token.raw.trim()}\n`;
  }
  return { settled, tail: text.slice(settledText.length), definitions, settledText };
}

/** Returns block tokens whose sources add up to `text`. What the lexer cannot read is a paragraph. */
export function lexBlocks(text: string): Token[] {
  if (!hasUnparsableLine(text)) return lex(text);
  return piecesOf(text).flatMap(({ raw, isParsable }) => (isParsable ? lex(raw) : [paragraph(raw)]));
}

function lex(text: string): Token[] {
  try {
    const tokens = new Lexer(markdown.defaults).blockTokens(text, []);
    const whole = tokens.reduce((length, token) => length + token.raw.length, 0) === text.length;
    if (whole) return tokens;
  } catch (error) {
    // Nested more deeply than the stack is high.
    console.warn("a text is not split into blocks", error);
  }
  return [paragraph(text)];
}

const paragraph = (raw: string): Token => ({ type: "paragraph", raw, text: raw, tokens: [] }) as Token;

/** Separates the lines that are not parsed, outside of code fences. */
function piecesOf(text: string): { raw: string; isParsable: boolean }[] {
  const pieces: { raw: string; isParsable: boolean }[] = [];
  let fence: string | null = null;
  for (const line of text.split(/(?<=\n)/)) {
    const marks: string | undefined = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (marks && fence === null) fence = marks;
    else if (fence !== null && marks?.startsWith(fence)) fence = null;
    const isParsable = fence !== null || isParsableLine(line);
    const last = pieces.at(-1);
    if (last?.isParsable === isParsable) last.raw += line;
    else pieces.push({ raw: line, isParsable });
  }
  return pieces;
}

const FORMULA_LINE = /\n {0,3}(?:\$\$|\\\[|\\begin\{)/;

/**
 * Keeps a formula in `$$ … $$`, `\[ … \]` or an environment of TeX in one block: its lines look like lists and headings to Markdown.
 */
const formulaBlock: TokenizerExtension = {
  name: "formula",
  level: "block",
  // Asked at each block for what may end it: no further than its paragraph, or a long text is searched again and again.
  start: (source) => FORMULA_LINE.exec(paragraphAtStart(source))?.index,
  tokenizer(source) {
    const raw = formulaAtStart(source);
    return raw === null ? undefined : { type: "formula", raw };
  },
};

/** Keeps what can be folded in one block, whatever is in it. */
const detailsBlock: TokenizerExtension = {
  name: "details",
  level: "block",
  tokenizer(source) {
    const raw = detailsAtStart(source);
    return raw === null ? undefined : { type: "details", raw };
  },
};

const markdown = new Marked({
  gfm: true,
  extensions: [formulaBlock, detailsBlock],
  tokenizer: {
    fences(source) {
      const raw = nestingFenceAtStart(source);
      return raw === null ? false : { type: "code", raw, text: raw };
    },
    // An underlined heading may span lines, but not a formula: `false` falls back to the lexer's own
    // rule.
    lheading(source) {
      const heading = this.rules.block.lheading.exec(source);
      return heading && FORMULA_LINE.test(heading[0]) ? undefined : false;
    },
  },
});

function paragraphAtStart(source: string): string {
  const end = source.search(/\n[ \t]*\n/);
  return end < 0 ? source : source.slice(0, end + 1);
}

function formulaAtStart(source: string): string | null {
  const opening = /^ {0,3}(\$\$|\\\[|\\begin\{([A-Za-z]+)(\*?)\})/.exec(source);
  if (!opening) return null;
  const [, mark, name, star] = opening;
  if (name !== undefined && !isEnvironment(name)) return null;
  const closing = name !== undefined ? `\\end{${name}${star}}` : mark === "$$" ? "$$" : "\\]";
  let end = 0;
  while (end < source.length) {
    const next = source.indexOf("\n", end) + 1;
    const line = source.slice(end, next === 0 ? source.length : next);
    const inner = end === 0 ? line.slice(opening[0].length) : line;
    if (end > 0 && inner.trim() === "") return source.slice(0, end);
    end += line.length;
    if (!inner.includes(closing)) continue;
    // Text after the closing delimiter makes it an inline formula.
    if (inner.trimEnd().endsWith(closing)) return source.slice(0, end);
    return end === line.length ? null : source.slice(0, end);
  }
  return source;
}
