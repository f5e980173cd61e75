import { environmentAt, unnumbered } from "./environments";

const CODE =
  /(^[ \t]*(`{3,}|~{3,})[\s\S]*?(?:^[ \t]*\2[`~]*[ \t]*$|$(?![\s\S]))|(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\3(?!`))/m;

/**
 * Normalizes the notations of formulas to the one that the parser reads: `$$…$$` inline, and `$$` fences on
 * separate lines for display formulas. Code is left alone. A formula contains no opening of another: a text
 * full of openings costs no more than its length.
 */
export function withFormulas(markdown: string): string {
  let end = 0;
  let written = "";
  for (const { start, length, normal } of formulasIn(markdown)) {
    written += markdown.slice(end, start) + normal;
    end = start + length;
  }
  return written + markdown.slice(end);
}

/** Formula in a text, in any of the notations, with its marks. */
export interface FoundFormula {
  start: number;
  length: number;
  /** Formula in the notation that the parser reads. */
  normal: string;
}

/** Returns the formulas of a text in their order, none of those in code. */
export function formulasIn(markdown: string): FoundFormula[] {
  if (!/[$\\]/.test(markdown)) return [];
  const inTable = DELIMITER_ROW.test(markdown);
  // `split` with three groups returns text, code, fence, backticks, text, …
  const pieces = markdown.split(new RegExp(CODE, "gm"));
  const found: FoundFormula[] = [];
  let at = 0;
  for (const [index, piece = ""] of pieces.entries()) {
    if (index % 4 === 0)
      for (const one of formulasOf(piece, inTable)) found.push({ ...one, start: at + one.start });
    if (index % 4 <= 1) at += piece.length;
  }
  return found;
}

/** Matches the line under the head of a table. */
const DELIMITER_ROW = /^(?=[^\n]*\|)[ \t>*+-]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/m;

const DISPLAYED =
  /^([ \t]*)(?:\\\[((?:(?!(?<!\\)\\\[)[\s\S])+?)\\\]|\$\$((?:\\[^\n]|\\(?=\n)|\n(?![ \t]*\n)|[^\n$\\])+?)\$\$)[ \t]*$/;
/** Matches a fence of a displayed formula, which is right already. */
const FENCED = /^[ \t]*\$\$[ \t]*\n[\s\S]*?(?:^[ \t]*\$\$[ \t]*$|$(?![\s\S]))/;
const IN_BRACKETS = /\\\[((?:(?!(?<!\\)\\\[)[^\n])+?)\\\]/;
const IN_PARENTHESES = /\\\(((?:(?!(?<!\\)\\\()[\s\S])+?)\\\)/;
const IN_DOUBLE_DOLLARS = /(?<![\\$])\$\$(?!\$)((?:\\[^\n]|[^$\\\n])+?)\$\$(?!\$)/;
const IN_DOLLARS = /(?<![\\$A-Za-z0-9])\$(?![\s$])((?:\\[^\n]|[^$\\\n])*?(?:\\[^\s]|[^\s\\$]))\$(?!\$)/;
const FORMULAS = new RegExp(
  [FENCED, DISPLAYED, IN_BRACKETS, IN_PARENTHESES, IN_DOUBLE_DOLLARS, IN_DOLLARS]
    .map(({ source }) => source)
    .join("|"),
  "gm",
);

function formulasOf(text: string, inTable: boolean): FoundFormula[] {
  const inline = (formula: string) => {
    const source = unnumbered(inTable ? formula.replace(/(?<!\\)\|/g, "\\vert ") : formula).trim();
    // A dollar beside the marks would be one of them.
    return /^\$|\$$/.test(source) ? `$$ ${source} $$` : `$$${source}$$`;
  };
  const displayed = (indent: string, formula: string) =>
    `${indent}$$\n${indent}${formula.trim().replace(/\n[ \t]*/g, `\n${indent}`)}\n${indent}$$`;
  const all: FoundFormula[] = [];
  const formulas = new RegExp(FORMULAS);
  for (let at = 0; at < text.length; at = formulas.lastIndex) {
    formulas.lastIndex = at;
    const found = formulas.exec(text);
    const environment = environmentAt(text, at, found?.index);
    if (environment) {
      const { start, source, indent, isAlone } = environment;
      const normal = isAlone && !inTable ? displayed(indent, source) : inline(source);
      all.push({ start, length: environment.length, normal });
      formulas.lastIndex = start + environment.length;
      continue;
    }
    if (!found) break;
    const [whole, indent = "", bracketed, dollared, ...lines] = found;
    const [inBrackets, inParentheses, inDoubleDollars, inDollars] = lines;
    const shown = bracketed ?? dollared;
    const inLine = inBrackets ?? inParentheses ?? inDoubleDollars ?? inDollars;
    if (
      inDollars !== undefined &&
      !isFormula(inDollars, text.slice(formulas.lastIndex, formulas.lastIndex + 4))
    ) {
      // The closing dollar may open a formula.
      formulas.lastIndex = found.index + 1;
      continue;
    }
    const normal =
      shown !== undefined ? displayed(indent, shown) : inLine !== undefined ? inline(inLine) : whole;
    all.push({ start: found.index, length: whole.length, normal });
  }
  return all;
}

/**
 * True if a text between two dollars is a formula and no price or variable of a shell. Pandoc's rule (no space inside, no digit
 * after it), and more: no word follows (`$HOME/$USER`), and it is not words behind a number (`$5 or 10$`).
 */
function isFormula(source: string, after: string): boolean {
  if (/^\d/.test(after)) return false;
  if (/^[A-Za-z_{]/.test(after) && !/^(?:th|st|nd|rd|s)\b/.test(after)) return false;
  if (/^[)\]},.;:?!]/.test(source)) return false;
  if (source.startsWith("(") && after.startsWith("(")) return false;
  return !/^[\d.,]+[kKmM]?\s+(?:[a-z]+\s)*[a-z]{2,}(?:[\s,.;:!?]|$)/i.test(source) || source.includes("\\");
}
