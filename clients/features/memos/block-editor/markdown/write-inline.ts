import type { Mark, Node } from "@tiptap/pm/model";
import type { PhrasingContent, Root } from "mdast";
import { defaultHandlers, type Handle, type Options, toMarkdown } from "mdast-util-to-markdown";

/** Words that are written as they are. */
interface Verbatim {
  type: "verbatim";
  value: string;
}

type Written = PhrasingContent | Verbatim;

/** Returns a line's content as Markdown, with as few escapes as `isSame` allows: it must read as it did. */
export function writeInline(line: Node, isSame: (markdown: string) => boolean): string {
  const children = inTree(line);
  const plain = serialize(children, PLAIN);
  return isSame(plain) ? plain : serialize(children, SAFE);
}

const serialize = (children: Written[], options: Options): string => {
  const root = { type: "root", children: [{ type: "paragraph", children }] } as Root;
  return toMarkdown(root, options).replace(/\n$/, "");
};

const handlers = {
  verbatim: (({ value }: Verbatim) => value) as Handle,
  break: (({ data }) => `${data.marker}\n`) as Handle,
};

const wrapped =
  (mark: string): Handle =>
  (node, _parent, state, info) =>
    `${mark}${state.containerPhrasing(node, info)}${mark}`;

/** Options that escape whatever could be read as something else. */
const SAFE: Options = {
  emphasis: "*",
  strong: "*",
  unsafe: [{ character: "~", inConstruct: "phrasing" }],
  handlers: { ...handlers, delete: wrapped("~~") },
};

/** Options that escape nothing. */
const PLAIN: Options = {
  handlers: {
    ...SAFE.handlers,
    text: (({ value }) => value) as Handle,
    strong: wrapped("**"),
    emphasis: wrapped("*"),
    link: ((node, parent, state, info) =>
      node.children.length === 1 && node.children[0].value === node.url && !node.title
        ? node.url
        : defaultHandlers.link(node, parent, state, info)) as Handle,
  },
};

/** Piece of a line with the marks that are not written yet. */
interface Piece {
  node: Node;
  text: string;
  marks: readonly Mark[];
}

function inTree(line: Node): Written[] {
  const pieces: Piece[] = [];
  line.forEach((node) => {
    const marks = node.marks.filter(({ type }) => type.name !== "code" && type.name !== "source");
    pieces.push(...apart({ node, text: node.text ?? "", marks }));
  });
  return treeOf(pieces);
}

/** Separates the spaces at both ends of words, which no mark of emphasis may touch. */
function apart(piece: Piece): Piece[] {
  const { node, text } = piece;
  if (!node.isText || isCode(node)) return [piece];
  const [, before = "", words = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  return [before, words, after].filter((part) => part !== "").map((part) => ({ ...piece, text: part }));
}

const isCode = ({ marks }: Node): boolean =>
  marks.some(({ type }) => type.name === "code" || type.name === "source");

const isSpace = ({ node, text }: Piece): boolean =>
  node.isText && !isCode(node)
    ? text.trim() === ""
    : node.type.name === "softBreak" || node.type.name === "hardBreak";

function treeOf(pieces: readonly Piece[]): Written[] {
  const tree: Written[] = [];
  for (let at = 0; at < pieces.length; ) {
    const { mark, length } = longestMark(pieces, at);
    // Spaces at the ends of emphasis are none of it.
    if (!mark) {
      tree.push(leafOf(pieces[at] as Piece));
      at += 1;
      continue;
    }
    const run = pieces.slice(at, at + length);
    let end = run.length;
    while (mark.type.name !== "link" && end > 0 && isSpace(run[end - 1] as Piece)) end -= 1;
    const inner = run
      .slice(0, end)
      .map((piece) => ({ ...piece, marks: piece.marks.filter((one) => !one.eq(mark)) }));
    if (end > 0) tree.push(wrap(mark, treeOf(inner)));
    for (const space of run.slice(end)) tree.push(leafOf(space));
    at += length;
  }
  return tree;
}

/** Returns the mark at a piece that goes the furthest. */
function longestMark(pieces: readonly Piece[], at: number): { mark: Mark | null; length: number } {
  let best: { mark: Mark | null; length: number } = { mark: null, length: 0 };
  const piece = pieces[at] as Piece;
  for (const mark of piece.marks) {
    if (mark.type.name !== "link" && isSpace(piece)) continue;
    let end = at;
    while (end < pieces.length && (pieces[end] as Piece).marks.some((one) => one.eq(mark))) end += 1;
    if (end - at > best.length) best = { mark, length: end - at };
  }
  return best;
}

function wrap(mark: Mark, children: Written[]): Written {
  const within = children as PhrasingContent[];
  switch (mark.type.name) {
    case "link":
      return { type: "link", url: mark.attrs.href, title: mark.attrs.title, children: within } as Written;
    case "bold":
      return { type: "strong", children: within };
    case "italic":
      return { type: "emphasis", children: within };
    default:
      return { type: "delete", children: within };
  }
}

function leafOf({ node, text }: Piece): Written {
  if (node.type.name === "softBreak") {
    return isCode(node) ? { type: "verbatim", value: "\n" } : { type: "text", value: "\n" };
  }
  if (node.type.name === "hardBreak")
    return { type: "break", data: { marker: node.attrs.marker } } as Written;
  if (node.type.name === "image")
    return { type: "image", url: node.attrs.src, alt: node.attrs.alt, title: node.attrs.title };
  if (node.marks.some(({ type }) => type.name === "source")) return { type: "verbatim", value: text };
  if (isCode(node)) return { type: "inlineCode", value: text };
  return { type: "text", value: text };
}
