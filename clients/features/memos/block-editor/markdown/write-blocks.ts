import type { Node } from "@tiptap/pm/model";
import { writeInline } from "./write-inline";

/** Returns true if a line of Markdown reads as a node of the editor. */
export type ReadsAs = (markdown: string, node: Node) => boolean;

/** Writer of blocks. `known`: returns an item of a list as it was written, if it is still that item. */
export interface BlockWriter {
  readsAs: ReadsAs;
  known?: (item: Node, marker: string) => string | null;
}

/** Returns a block as Markdown, without the end of its last line. */
export function writeBlock(block: Node, writer: BlockWriter): string {
  switch (block.type.name) {
    case "paragraph":
      return writeInline(block, (markdown) => writer.readsAs(markdown, block));
    case "heading":
      return writeHeading(block, writer);
    case "blockquote":
      return prefixed(writeBlocks(block, writer), "> ");
    case "bulletList":
    case "orderedList":
      return writeList(block, writer);
    case "codeBlock":
      return writeCode(block);
    case "horizontalRule":
      return block.attrs.marker;
    case "table":
      return writeTable(block, writer);
    case "sourceBlock":
      return block.textContent;
    default:
      throw new Error(`No Markdown for ${block.type.name}`);
  }
}

/** Returns the blocks of a node, an empty line between two of them. */
function writeBlocks(parent: Node, writer: BlockWriter, gap = "\n\n"): string {
  let written = "";
  let before: Node | null = null;
  // What is in another block begins where it begins, and not where it was.
  const within = { readsAs: writer.readsAs };
  parent.forEach((block) => {
    const text = writeBlock(block, within);
    if (text === "" && block.type.name === "paragraph") return;
    const isList = block.type.name.endsWith("List");
    written += before === null ? text : `${isList && before.isTextblock ? gap : "\n\n"}${text}`;
    before = block;
  });
  return written;
}

/** Returns blocks with the line between two lists of one kind that keeps them two. */
function writeHeading(heading: Node, { readsAs }: BlockWriter): string {
  const { level, underline } = heading.attrs as { level: number; underline: string | null };
  const marks = "#".repeat(level);
  const text = writeInline(
    heading,
    (markdown) => readsAs(`${marks} ${markdown}`, heading) || readsAs(markdown, heading),
  );
  const isUnderlined = underline !== null && text !== "" && underline.startsWith(level === 1 ? "=" : "-");
  if (isUnderlined) return `${text}\n${underline}`;
  return `${marks} ${text.replace(/(?:\\| {2})?\n/g, " ")}`.trimEnd();
}

function writeList(list: Node, writer: BlockWriter): string {
  const { marker, loose, start = 1, step = 1 } = list.attrs;
  const items: string[] = [];
  list.forEach((item, _offset, index) => {
    const sign = list.type.name === "orderedList" ? `${start + index * step}${marker}` : marker;
    items.push(writer.known?.(item, sign) ?? writeItem(item, sign, loose, writer));
  });
  return items.join(loose ? "\n\n" : "\n");
}

function writeItem(item: Node, sign: string, loose: boolean, writer: BlockWriter): string {
  const { checked } = item.attrs as { checked: boolean | null };
  const box = checked === null ? "" : checked ? "[x] " : "[ ] ";
  const text = box + writeBlocks(item, writer, loose ? "\n\n" : "\n");
  return `${sign} ${indented(text, " ".repeat(sign.length + 1))}`.trimEnd();
}

const indented = (text: string, indent: string): string => text.replace(/\n(?=[^\n])/g, `\n${indent}`);

const prefixed = (text: string, mark: string): string =>
  text
    .split("\n")
    .map((line) => (mark + line).trimEnd())
    .join("\n");

function writeCode(code: Node): string {
  const { language, meta, fence } = code.attrs as Record<string, string | null>;
  const text = code.textContent;
  const sign = fence?.charAt(0) ?? "`";
  const longest = Math.max(0, ...[...text.matchAll(sign === "~" ? /~+/g : /`+/g)].map(([run]) => run.length));
  const marks = sign.repeat(Math.max(fence?.length ?? 3, longest >= 3 ? longest + 1 : 3));
  const name = [language, meta].filter(Boolean).join(" ");
  return `${marks}${name}\n${text === "" ? "" : `${text}\n`}${marks}`;
}

function writeTable(table: Node, writer: BlockWriter): string {
  const rows: string[][] = [];
  const alignments: string[] = [];
  table.forEach((row, _offset, index) => {
    const cells: string[] = [];
    row.forEach((cell) => {
      if (index === 0) alignments.push(delimiterOf(cell.attrs.align));
      cells.push(writeCell(cell, writer));
    });
    rows.push(cells);
  });
  const [head = [], ...body] = rows;
  return [head, alignments, ...body].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

const delimiterOf = (align: string | null): string =>
  align === "center" ? ":-:" : align === "right" ? "--:" : align === "left" ? ":--" : "---";

/** Returns a cell in one line: neither an end of a line nor a bar may be in it. */
function writeCell(cell: Node, writer: BlockWriter): string {
  const lines: string[] = [];
  cell.forEach((block) => {
    const text = writeInline(block, (markdown) => writer.readsAs(markdown, block));
    lines.push(text.replace(/(?:\\| {2})\n/g, "<br>").replace(/\n/g, " "));
  });
  return lines.join("<br>").replace(/(?<!\\)\|/g, "\\|");
}
