import type { Node } from "@tiptap/pm/model";
import { type ReadDocument, writerWith } from "./memo-document";
import { beginsWithProperties } from "./parse-markdown";
import { type BlockWriter, writeBlock } from "./write-blocks";

/**
 * Writes the editor's document as Markdown. What nobody has changed is written as it was, character for character: the editor keeps
 * the nodes of all blocks but those that are edited, and of these the items of lists.
 */
export class MarkdownKeeper {
  readonly #sources = new WeakMap<Node, { text: string; index: number }>();
  readonly #items = new WeakMap<Node, string>();
  readonly #written = new WeakMap<Node, string>();
  readonly #shapes = new Map<string, { text: string; index: number }>();
  readonly #types: readonly string[];
  readonly #gaps: readonly string[];
  readonly #lineEnd: string;
  readonly #writer: BlockWriter;

  /** Takes the text that the blocks of `doc` were made of. */
  constructor(doc: Node, { blocks, gaps, definitions }: ReadDocument) {
    const known = (item: Node, marker: string) => {
      const text = this.#items.get(item);
      return text?.startsWith(`${marker} `) ? text : null;
    };
    this.#writer = { ...writerWith(definitions), known };
    this.#gaps = gaps;
    this.#types = blocks.map(({ json }) => json.type ?? "");
    this.#lineEnd =
      blocks.some(({ source }) => source.includes("\r\n")) || gaps.some((gap) => gap.includes("\r\n"))
        ? "\r\n"
        : "\n";
    for (const [index, { source, items }] of blocks.entries()) {
      const node = doc.child(index);
      this.#sources.set(node, { text: source, index });
      const shape = shapeOf(node);
      if (!this.#shapes.has(shape)) this.#shapes.set(shape, { text: source, index });
      for (const [at, item] of items.entries())
        if (at < node.childCount) this.#items.set(node.child(at), item);
    }
  }

  write(doc: Node): string {
    const parts: { text: string; index: number | null; node: Node }[] = [];
    doc.forEach((node) => {
      const known = this.#known(node);
      const text = known?.text ?? this.#write(node, parts.at(-1)?.node ?? null);
      if (known || text !== "") parts.push({ text, index: known?.index ?? null, node });
    });
    const last = this.#gaps.length - 1;
    if (parts.length === 0) return last === 0 ? (this.#gaps[0] ?? "") : "";
    this.#place(parts);
    let written = parts[0]?.index === 0 ? (this.#gaps[0] ?? "") : "";
    for (const [at, { text, index }] of parts.entries()) {
      const next = parts[at + 1];
      written += text;
      if (next) {
        const isKept = index !== null && next.index === index + 1;
        written += isKept ? this.#gaps[index + 1] : this.#lineEnd + this.#lineEnd;
      } else if (index === last - 1) written += this.#gaps[last];
      else if (/\n$/.test(this.#gaps[last] ?? "")) written += this.#lineEnd;
    }
    const isRule = parts[0]?.node.type.name === "horizontalRule";
    return isRule && beginsWithProperties(written) ? this.#lineEnd + written : written;
  }

  #known(node: Node): { text: string; index: number } | null {
    return this.#sources.get(node) ?? this.#shapes.get(shapeOf(node)) ?? null;
  }

  #write(node: Node, before: Node | null): string {
    const list = apartFrom(node, before);
    const known = list === node ? this.#written.get(node) : undefined;
    if (known !== undefined) return known;
    const written = writeBlock(list, this.#writer);
    const text = this.#lineEnd === "\n" ? written : written.replace(/\r?\n/g, this.#lineEnd);
    if (list === node) this.#written.set(node, text);
    return text;
  }

  /** Gives changed blocks the place of the one that they were, if all others around them are where they were. */
  #place(parts: { index: number | null; node: Node }[]): void {
    let before = -1;
    let from = 0;
    for (let at = 0; at <= parts.length; at += 1) {
      const index = at < parts.length ? (parts[at]?.index ?? null) : this.#types.length;
      if (index === null) continue;
      const changed = parts.slice(from, at);
      if (changed.length > 0 && index - before - 1 === changed.length)
        for (const [offset, part] of changed.entries())
          if (this.#types[before + 1 + offset] === part.node.type.name) part.index = before + 1 + offset;
      before = index;
      from = at + 1;
    }
  }
}

const shapes = new WeakMap<Node, string>();

function shapeOf(node: Node): string {
  const known = shapes.get(node);
  if (known !== undefined) return known;
  const shape = JSON.stringify(node.toJSON());
  shapes.set(node, shape);
  return shape;
}

/** Returns a list with marks other than those of a list before it, which it would continue. */
function apartFrom(node: Node, before: Node | null): Node {
  if (!before || node.type !== before.type || !node.type.name.endsWith("List")) return node;
  const { marker } = node.attrs;
  if (marker !== before.attrs.marker) return node;
  const other = node.type.name === "orderedList" ? (marker === "." ? ")" : ".") : marker === "-" ? "*" : "-";
  return node.type.create({ ...node.attrs, marker: other }, node.content, node.marks);
}
