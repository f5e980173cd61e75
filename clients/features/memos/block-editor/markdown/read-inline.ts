import type { JSONContent } from "@tiptap/core";
import type { Nodes, Paragraph, PhrasingContent } from "mdast";
import { type ParsedMarkdown, withFormulasBack } from "./parse-markdown";

type Mark = NonNullable<JSONContent["marks"]>[number];

const SOURCE: Mark = { type: "source" };

const WRAPPERS: Partial<Record<PhrasingContent["type"], string>> = {
  strong: "bold",
  emphasis: "italic",
  delete: "strike",
};

/** Returns the text of a paragraph that consists of nothing else; null: of more. */
export const plainLine = ({ children: [only, ...more] }: Paragraph): string | null =>
  only?.type === "text" && more.length === 0 ? only.value : null;

/** Returns what reads the content of a line of the parse. */
export function inlineReader(parsed: ParsedMarkdown) {
  const slice = ({ position }: Nodes) => parsed.markdown.slice(position?.start.offset, position?.end.offset);

  const textNodes = (node: Nodes, value: string, marks: Mark[]): JSONContent[] =>
    withFormulasBack(parsed, node, value).flatMap(({ text, isFormula }) =>
      lines(text, isFormula ? [...marks, SOURCE] : marks),
    );

  const read = (nodes: readonly PhrasingContent[], marks: Mark[] = []): JSONContent[] =>
    nodes.flatMap((node): JSONContent[] => {
      const wrapper = WRAPPERS[node.type];
      if (wrapper && "children" in node) return read(node.children, [...marks, { type: wrapper }]);
      switch (node.type) {
        case "text":
          return textNodes(node, node.value, marks);
        case "inlineCode":
          if (node.value.includes(parsed.formula)) return lines(slice(node), [...marks, SOURCE]);
          return [{ type: "text", text: node.value, marks: [...marks, { type: "code" }] }];
        case "break":
          return [
            { type: "hardBreak", attrs: { marker: slice(node).startsWith("\\") ? "\\" : "  " }, marks },
          ];
        case "image":
          if (node.url.includes(parsed.formula) || node.alt?.includes(parsed.formula)) break;
          return [
            {
              type: "image",
              attrs: { src: node.url, alt: node.alt ?? "", title: node.title ?? null },
              marks,
            },
          ];
        case "link": {
          if (node.children.length === 0 || node.url.includes(parsed.formula)) break;
          const link = { type: "link", attrs: { href: node.url, title: node.title ?? null } };
          // An address that is written bare is text, of which the reader makes a link.
          const isBare = !node.position || !/^[[<]/.test(slice(node));
          return read(node.children, isBare ? marks : [...marks, link]);
        }
      }
      return lines(slice(node), [...marks, SOURCE]);
    });
  return (nodes: readonly PhrasingContent[]) => joined(read(nodes));
}

/** Returns text as nodes, with the ends of its lines between them. */
const lines = (text: string, marks: Mark[]): JSONContent[] =>
  text
    .split(/(\r\n?|\n)/)
    .filter((piece) => piece !== "")
    .map((piece) =>
      /^[\r\n]/.test(piece) ? { type: "softBreak", marks } : { type: "text", text: piece, marks },
    );

/** Joins neighbors of the same marks, as the editor does. */
function joined(nodes: JSONContent[]): JSONContent[] {
  const all: JSONContent[] = [];
  for (const node of nodes) {
    const last = all.at(-1);
    if (
      node.type === "text" &&
      last?.type === "text" &&
      JSON.stringify(last.marks) === JSON.stringify(node.marks)
    )
      last.text = `${last.text}${node.text}`;
    else all.push({ ...node });
  }
  return all;
}
