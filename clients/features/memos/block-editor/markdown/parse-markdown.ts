import { formulasIn } from "@ensemble/blocks/markdown/reading/formula-text";
import { linksEnd } from "@ensemble/blocks/markdown/reading/links-end";
import { marksAtLetters } from "@ensemble/blocks/markdown/reading/marks-at-letters";
import type { Nodes, Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";

/** Text with its parse, whose places are places in `markdown`. */
export interface ParsedMarkdown {
  markdown: string;
  root: Root;
  /** Character that stands in the parse for each one of a formula. The text itself does not contain it. */
  formula: string;
  /** Formulas of the text in their order. */
  formulas: readonly { start: number; source: string }[];
  /** End of the block of properties that the text may begin with; 0: none. */
  propertiesEnd: number;
}

const PROPERTIES = /^---[ \t]*\r?\n[\s\S]*?\r?\n---[ \t]*(?=\r?\n|$)/;

/** Returns true if a text begins with properties, which a rule above an underlined heading looks like. */
export const beginsWithProperties = (markdown: string): boolean => PROPERTIES.test(markdown);

/** Parses a text as the reader does (`Written`). */
export function parseMarkdown(markdown: string): ParsedMarkdown {
  const formula = unusedCharacter(markdown);
  const properties = PROPERTIES.exec(markdown)?.[0] ?? "";
  let hidden = properties.replace(/[^\r\n]/g, " ");
  let end = properties.length;
  const formulas: { start: number; source: string }[] = [];
  for (const { start, length } of formulasIn(markdown)) {
    if (start < end) continue;
    const whole = markdown.slice(start, start + length).trimEnd();
    const source = whole.trimStart();
    const at = start + whole.length - source.length;
    formulas.push({ start: at, source });
    hidden += markdown.slice(end, at) + formula.repeat(source.length);
    end = start + whole.length;
  }
  hidden += markdown.slice(end);
  const root = fromMarkdown(hidden, {
    extensions: [gfm({ singleTilde: false }), marksAtLetters, linksEnd],
    mdastExtensions: [gfmFromMarkdown()],
  });
  beginHeadingsAtTheirText(root);
  return { markdown, root, formula, formulas, propertiesEnd: properties.length };
}

/** Moves the start of underlined headings behind the definitions above them, which the parser counts in. */
function beginHeadingsAtTheirText(root: Root): void {
  let end = 0;
  for (const block of root.children) {
    const start = block.type === "heading" && block.children[0]?.position?.start;
    if (start && block.position && (block.position.start.offset ?? end) < end) block.position.start = start;
    end = block.position?.end.offset ?? end;
  }
}

/** Piece of a parsed text: a formula as it is written, or anything else. */
export interface TextPiece {
  text: string;
  isFormula: boolean;
}

/** Returns a value of the parse in pieces, with formulas where their characters are. */
export function withFormulasBack(
  { formula, formulas }: ParsedMarkdown,
  node: Nodes,
  value: string,
): TextPiece[] {
  if (!value.includes(formula)) return [{ text: value, isFormula: false }];
  const start = node.position?.start.offset ?? 0;
  let next = formulas.findIndex((one) => one.start >= start);
  return value
    .split(new RegExp(`(${formula}+)`))
    .filter((text) => text !== "")
    .map((text) => {
      if (!text.startsWith(formula)) return { text, isFormula: false };
      let source = "";
      while (source.length < text.length && next >= 0 && next < formulas.length)
        source += formulas[next++]?.source;
      return { text: source, isFormula: true };
    });
}

/** Returns a value of the parse as it is written. */
export const writtenValue = (parsed: ParsedMarkdown, node: Nodes, value: string): string =>
  withFormulasBack(parsed, node, value)
    .map(({ text }) => text)
    .join("");

/** Returns a character for private use that a text does not contain. */
function unusedCharacter(text: string): string {
  for (let code = 0xe000; ; code += 1) {
    const character = String.fromCharCode(code);
    if (!text.includes(character)) return character;
  }
}
