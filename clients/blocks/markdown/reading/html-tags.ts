import type { BlockContent, Nodes, Parents, PhrasingContent, Root } from "mdast";

/** Elements that only format words. Their attributes are left out. */
const INLINE = new Set([
  "sub",
  "sup",
  "kbd",
  "u",
  "ins",
  "del",
  "s",
  "b",
  "strong",
  "i",
  "em",
  "small",
  "var",
  "samp",
  "q",
]);

/** Returns the name of an HTML tag, and whether it opens; null for other HTML. */
function tagOf(node: Nodes): { name: string; opens: boolean; isOpen: boolean } | null {
  if (node.type !== "html") return null;
  const [, close, name = "", attributes = ""] =
    /^<(\/?)([a-z]+)((?:\s[^<>]*?)?)\s*\/?>$/i.exec(node.value.trim()) ?? [];
  return name === ""
    ? null
    : { name: name.toLowerCase(), opens: close === "", isOpen: /(?:^|\s)open(?:[\s=]|$)/i.test(attributes) };
}

/**
 * Makes elements of the HTML that models write into Markdown: `<br>`, `<sub>` and others that format words, and `<details>`. All other
 * HTML stays text.
 */
export function htmlTags() {
  const walk = (parent: Parents) => {
    parent.children = grouped(parent.children) as typeof parent.children;
    for (const child of parent.children) if ("children" in child) walk(child);
  };
  return (tree: Root) => walk(tree);
}

interface OpenTag {
  name: string;
  tag: Nodes;
  isOpen: boolean;
  children: Nodes[];
}

function grouped(children: readonly Nodes[]): Nodes[] {
  if (!children.some(({ type }) => type === "html")) return [...children];
  const root: Nodes[] = [];
  const open: OpenTag[] = [];
  const place = () => open.at(-1)?.children ?? root;
  for (const child of children) {
    const tag = tagOf(child);
    if (tag?.name === "br") place().push({ type: "break" });
    else if (tag && isKnown(tag.name) && tag.opens) {
      open.push({ name: tag.name, isOpen: tag.isOpen, tag: child, children: [] });
    } else if (tag && open.some(({ name }) => name === tag.name)) {
      for (let last = open.pop(); last; last = open.pop()) {
        place().push(...(last.name === tag.name ? [elementOf(last)] : unclosed(last)));
        if (last.name === tag.name) break;
      }
    } else place().push(child);
  }
  for (let last = open.pop(); last; last = open.pop()) place().push(...unclosed(last));
  return root;
}

const isKnown = (name: string) => INLINE.has(name) || name === "details" || name === "summary";

/** While a text grows, a part that can be folded has no end yet; other tags without an end are text. */
const unclosed = (open: OpenTag): Nodes[] =>
  open.name === "details" ? [elementOf(open)] : [open.tag, ...open.children];

function elementOf({ name, isOpen, children }: OpenTag): Nodes {
  const data = { hName: name, ...(isOpen && name === "details" ? { hProperties: { open: true } } : {}) };
  // These kinds of nodes lend their shape; the element is that of `hName`.
  if (name === "details") return { type: "blockquote", data, children: children as BlockContent[] };
  const words = children.flatMap((child) => (child.type === "paragraph" ? child.children : [child]));
  return { type: "emphasis", data, children: words as PhrasingContent[] };
}
