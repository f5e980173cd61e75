import type { JSONContent } from "@tiptap/core";
import type { Blockquote, Code, List, ListItem, Nodes, Table } from "mdast";
import { type ParsedMarkdown, writtenValue } from "./parse-markdown";
import { inlineReader, plainLine } from "./read-inline";

/** Thrown for what the editor has no form for: its block is shown as source. */
export class UnknownMarkdown extends Error {}

export const sourceBlock = (text: string): JSONContent => ({
  type: "sourceBlock",
  ...(text === "" ? {} : { content: [{ type: "text", text }] }),
});

/** Returns the text that a node of the parse was made of. */
export const sliceOf = ({ markdown }: ParsedMarkdown, { position }: Nodes): string =>
  markdown.slice(position?.start.offset, position?.end.offset);

/** Returns a block of the parse as the editor's. */
export function readBlock(parsed: ParsedMarkdown, block: Nodes): JSONContent {
  const inline = inlineReader(parsed);
  switch (block.type) {
    case "paragraph": {
      const text = plainLine(block);
      if (text !== null && text !== "" && [...text].every((character) => character === parsed.formula))
        return sourceBlock(onOwnLines(parsed, block));
      return { type: "paragraph", content: inline(block.children) };
    }
    case "heading": {
      const slice = sliceOf(parsed, block);
      const underline = slice.startsWith("#") ? null : (/(=+|-+)[ \t]*$/.exec(slice)?.[1] ?? null);
      return { type: "heading", attrs: { level: block.depth, underline }, content: inline(block.children) };
    }
    case "blockquote":
      return { type: "blockquote", content: readBlocks(parsed, block) };
    case "list":
      return readList(parsed, block);
    case "code":
      return readCode(parsed, block);
    case "thematicBreak":
      return { type: "horizontalRule", attrs: { marker: sliceOf(parsed, block) } };
    case "table":
      return readTable(parsed, block);
    case "html":
      return sourceBlock(writtenValue(parsed, block, block.value).replace(/\r\n?/g, "\n"));
    default:
      return sourceBlock(onOwnLines(parsed, block));
  }
}

/** Returns the text of a block; within another block only if it has one line, because others contain its indents. */
function onOwnLines(parsed: ParsedMarkdown, block: Nodes): string {
  const slice = sliceOf(parsed, block);
  if (/[\r\n]/.test(slice) && block.position?.start.column !== 1) throw new UnknownMarkdown(block.type);
  return slice;
}

function readBlocks(parsed: ParsedMarkdown, { children }: Blockquote | ListItem): JSONContent[] {
  const blocks = children.map((child) => readBlock(parsed, child));
  return blocks.length > 0 ? blocks : [{ type: "paragraph" }];
}

function readList(parsed: ParsedMarkdown, list: List): JSONContent {
  const markers = list.children.map((item) => /^(\d*)([-*+.)])/.exec(sliceOf(parsed, item)));
  const [first, second] = markers;
  const loose = list.spread === true || list.children.some((item) => item.spread);
  const attrs = list.ordered
    ? {
        start: list.start ?? 1,
        marker: first?.[2] ?? ".",
        step: second && Number(second[1]) === Number(first?.[1]) ? 0 : 1,
        loose,
      }
    : { marker: first?.[2] ?? "-", loose };
  return {
    type: list.ordered ? "orderedList" : "bulletList",
    attrs,
    content: list.children.map((item) => ({
      type: "listItem",
      attrs: { checked: item.checked ?? null },
      content: readBlocks(parsed, item),
    })),
  };
}

function readCode(parsed: ParsedMarkdown, code: Code): JSONContent {
  const fence = /^(`{3,}|~{3,})/.exec(sliceOf(parsed, code))?.[1] ?? "```";
  const text = writtenValue(parsed, code, code.value).replace(/\r\n?/g, "\n");
  return {
    type: "codeBlock",
    attrs: { language: code.lang ?? null, meta: code.meta ?? null, fence },
    content: text === "" ? [] : [{ type: "text", text }],
  };
}

function readTable(parsed: ParsedMarkdown, table: Table): JSONContent {
  const columns = table.children[0]?.children.length ?? 0;
  if (columns === 0) throw new UnknownMarkdown(table.type);
  const inline = inlineReader(parsed);
  return {
    type: "table",
    content: table.children.map((row, at) => ({
      type: "tableRow",
      content: Array.from({ length: columns }, (_, column) => ({
        type: at === 0 ? "tableHeader" : "tableCell",
        attrs: { align: table.align?.[column] ?? null },
        content: [{ type: "paragraph", content: inline(row.children[column]?.children ?? []) }],
      })),
    })),
  };
}
