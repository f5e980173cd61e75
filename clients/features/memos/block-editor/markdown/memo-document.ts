import { getSchema, type JSONContent } from "@tiptap/core";
import { Node, type Schema } from "@tiptap/pm/model";
import type { Nodes } from "mdast";
import { memoExtensions } from "../schema";
import { type ParsedMarkdown, parseMarkdown } from "./parse-markdown";
import { readBlock, sliceOf, sourceBlock } from "./read-blocks";
import { type BlockWriter, writeBlock } from "./write-blocks";

let made: Schema | null = null;

/** Returns the schema of memos. */
export function memoSchema(): Schema {
  made ??= getSchema(memoExtensions());
  return made;
}

/** Block of a text with its source. */
export interface ReadBlock {
  json: JSONContent;
  source: string;
  /** Sources of a list's items, where they begin at the margin. */
  items: readonly string[];
}

/** Text in blocks. The gaps are what stands before, between and behind them: one more than there are blocks. */
export interface ReadDocument {
  blocks: readonly ReadBlock[];
  gaps: readonly string[];
  /** Labels that references of any block may name, as definitions. */
  definitions: string;
}

/** Reads a text in blocks. Its blocks and gaps add up to the text, character for character. */
export function readDocument(markdown: string): ReadDocument {
  const parsed = parseMarkdown(markdown);
  const definitions = definitionsIn(parsed.root);
  const blocks: ReadBlock[] = [];
  const gaps: string[] = [];
  let end = 0;
  const add = (from: number, to: number, block: Omit<ReadBlock, "source">) => {
    gaps.push(markdown.slice(end, from));
    blocks.push({ ...block, source: markdown.slice(from, to) });
    end = to;
  };
  if (parsed.propertiesEnd > 0) {
    const properties = markdown.slice(0, parsed.propertiesEnd);
    add(0, parsed.propertiesEnd, { json: sourceBlock(properties.replace(/\r\n?/g, "\n")), items: [] });
  }
  const read = readSafely(parsed, definitions);
  for (const [index, child] of parsed.root.children.entries()) {
    const from = child.position?.start.offset ?? end;
    const to = child.position?.end.offset ?? end;
    add(from, to, {
      json: read[index] ?? sourceBlock(markdown.slice(from, to)),
      items: itemsOf(parsed, child),
    });
  }
  gaps.push(markdown.slice(end));
  return { blocks, gaps, definitions };
}

/** Number of blocks that are checked together. */
const GROUP = 40;
/** Keeps two blocks apart whatever they are. */
const BETWEEN = "\n\n<!-- -->\n\n";

/** Returns the blocks of a text in the editor's form where they can be written again without a loss, else as source. */
function readSafely(parsed: ParsedMarkdown, definitions: string): JSONContent[] {
  const blocks = parsed.root.children.map((child) => {
    const source = sourceBlock(sliceOf(parsed, child).replace(/\r\n?/g, "\n"));
    const json = readOrNull(parsed, child);
    const node = json && nodeOf(json, memoSchema());
    return { json: json ?? source, source, node: node && !isPlain(node) ? node : null };
  });
  for (let at = 0; at < blocks.length; at += GROUP) {
    const group = blocks.slice(at, at + GROUP);
    const nodes = group.map(({ node }) => node).filter((node) => node !== null);
    if (comeBack(nodes, definitions)) continue;
    for (const block of group)
      if (block.node && !comeBack([block.node], definitions)) block.json = block.source;
  }
  return blocks.map(({ json }) => json);
}

/** Returns a block in the editor's form; null: it has none. */
function readOrNull(parsed: ParsedMarkdown, block: Nodes): JSONContent | null {
  try {
    const json = readBlock(parsed, block);
    nodeOf(json, memoSchema()).check();
    return json;
  } catch (error) {
    console.warn("a block is edited as source", error);
    return null;
  }
}

/** True if blocks are the same once they were written and read. */
function comeBack(nodes: readonly Node[], definitions: string): boolean {
  // Without escapes, which is most often right and costs a parse less.
  const writer = nodes.length > 1 ? { readsAs: () => true } : writerWith(definitions);
  const written = nodes.map((node) => writeBlock(node, writer)).join(BETWEEN);
  const parsed = parseMarkdown(`${written}\n\n${definitions}`);
  return nodes.every((node, index) => {
    const child = parsed.root.children[2 * index];
    const json = child ? readOrNull(parsed, child) : null;
    return json !== null && nodeOf(json, memoSchema()).eq(node);
  });
}

/** True if a block has nothing that could be lost when it is written. */
const isPlain = (node: Node): boolean =>
  node.type.name === "paragraph" &&
  node.childCount === 1 &&
  node.firstChild?.marks.length === 0 &&
  node.child(0).isText;

const nodeOf = (json: JSONContent, schema: Schema): Node => Node.fromJSON(schema, json);

/** Returns the labels that a text defines, each with any address. */
function definitionsIn(node: Nodes): string {
  if (node.type === "definition") return `[${node.label}]: #\n\n`;
  const within = "children" in node ? node.children.map(definitionsIn).join("") : "";
  return node.type === "footnoteDefinition" ? `[^${node.label}]: -\n\n${within}` : within;
}

/** Returns the only block that a text is; null: it is none, or several. */
function blockOf(markdown: string, definitions: string, schema: Schema): Node | null {
  const isReferring = definitions !== "" && markdown.includes("[");
  const parsed = parseMarkdown(isReferring ? `${markdown}\n\n${definitions}` : markdown);
  const [block, next] = parsed.root.children;
  const isOnly = !next || (isReferring && (next.position?.start.offset ?? 0) > markdown.length);
  if (!block || !isOnly || parsed.propertiesEnd > 0) return null;
  return nodeOf(readBlock(parsed, block), schema);
}

/** Returns a writer of blocks beside definitions, which knows nothing of a text before. */
export const writerWith = (definitions: string): BlockWriter => ({
  readsAs: (markdown, node) => {
    const read = blockOf(markdown, definitions, node.type.schema);
    return (
      read?.content.eq(node.content) === true && (read.type === node.type || node.type.name !== "paragraph")
    );
  },
});

function itemsOf(parsed: ParsedMarkdown, block: Nodes): string[] {
  if (block.type !== "list" || block.position?.start.column !== 1) return [];
  return block.children.map((item) => sliceOf(parsed, item));
}
