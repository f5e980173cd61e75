import { runAtOnce, type Steps } from "../slices";
import { nodesIn } from "./composed";

const BLOCKS = new Set(
  "ADDRESS ARTICLE ASIDE BLOCKQUOTE CAPTION DD DETAILS DIV DL DT FIGCAPTION FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TBODY THEAD TR UL".split(
    " ",
  ),
);

/** Returns the text under `root` in paragraphs; headings, items and rows keep their marks. */
export const blockText = (root: Node): string => runAtOnce(blocksIn(root)).join("\n\n");

/** Finds the paragraphs under `root` step by step. */
export function* blocksIn(root: Node): Steps<string[]> {
  const blocks: string[] = [];
  let line = "";
  const end = () => {
    const text = line
      .replace(/ *\n */g, "\n")
      .replace(/ +/g, " ")
      .trim();
    if (text !== "") blocks.push(text);
    line = "";
  };
  function* walk(node: Node): Steps<void> {
    if (node.nodeType === Node.TEXT_NODE) {
      line += (node.textContent ?? "").replace(/\s+/g, " ");
      return;
    }
    if (!(node instanceof Element)) return;
    yield;
    const name = node.tagName.toUpperCase();
    if (name === "BR") line += "\n";
    if (name === "PRE") {
      end();
      const code = node.textContent?.trimEnd() ?? "";
      if (code.trim() !== "") blocks.push(`\`\`\`\n${code}\n\`\`\``);
      return;
    }
    const isBlock = BLOCKS.has(name);
    if (isBlock) end();
    line += markOf(name);
    for (const child of nodesIn(node)) yield* walk(child);
    if (name === "TD" || name === "TH") line += " | ";
    if (isBlock) end();
  }
  yield* walk(root);
  end();
  return blocks.filter((block) => !/^(#+|-|\|)$/.test(block));
}

function markOf(name: string): string {
  const level = /^H([1-6])$/.exec(name)?.[1];
  if (level) return `${"#".repeat(Number(level))} `;
  return name === "LI" ? "- " : "";
}
