import { Fragment, Node, Slice } from "@tiptap/pm/model";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MARKDOWN_DOCUMENTS } from "./markdown-documents";
import { MarkdownKeeper } from "./markdown-keeper";
import { memoSchema, readDocument } from "./memo-document";

/** Returns a text in the editor's form, with what writes it. */
function open(markdown: string) {
  const read = readDocument(markdown);
  const content = read.blocks.map(({ json }) => json);
  const doc = Node.fromJSON(memoSchema(), {
    type: "doc",
    content: content.length > 0 ? content : [{ type: "paragraph" }],
  });
  doc.check();
  return { doc, read, keeper: new MarkdownKeeper(doc, read) };
}

const table = Object.entries(MARKDOWN_DOCUMENTS);

describe("a text in the editor", () => {
  test.each(table)("comes back as it was: %s", (_name, markdown) => {
    const { doc, keeper } = open(markdown);
    expect(keeper.write(doc)).toBe(markdown);
  });

  // A keeper that knows nothing writes every block anew: what it writes must be the same document.
  test.each(table)("means the same when all of it is written anew: %s", (_name, markdown) => {
    const { doc, read } = open(markdown);
    const written = new MarkdownKeeper(doc, { ...read, blocks: [], gaps: [""] }).write(doc);
    expect(open(written).doc.toJSON()).toEqual(doc.toJSON());
  });

  test.each(table)("keeps every other block when one is added: %s", (_name, markdown) => {
    const { doc, keeper, read } = open(markdown);
    const added = memoSchema().node("paragraph", null, [memoSchema().text("Added")]);
    const written = keeper.write(doc.copy(doc.content.addToEnd(added)));
    for (const { source } of read.blocks) expect(written).toContain(source);
    expect(written.trimEnd().endsWith("Added")).toBe(true);
  });
});

test.each(table)("a word that is added anywhere is all that changes: %s", (_name, markdown) => {
  const { doc, keeper, read } = open(markdown);
  doc.descendants((node, position) => {
    if (!node.isTextblock || markdown.trim() === "") return;
    const edited = doc.replace(
      position + node.nodeSize - 1,
      position + node.nodeSize - 1,
      new Slice(Fragment.from(memoSchema().text("Ω")), 0, 0),
    );
    const written = keeper.write(edited);
    if (node.type.name !== "sourceBlock")
      expect(withoutEmpty(open(written).doc)).toEqual(withoutEmpty(edited));
    const at = doc.resolve(position).index(0);
    for (const [index, { source }] of read.blocks.entries())
      if (index !== at) expect(written).toContain(source);
  });
});

/** Returns a document without what Markdown cannot say: empty paragraphs, and the way it is written. */
function withoutEmpty(doc: Node): unknown {
  return JSON.parse(
    JSON.stringify(doc.toJSON(), (key, value) =>
      ["fence", "marker", "underline"].includes(key) ? undefined : value,
    ),
  );
}

// Random documents: pieces of all of them, one after another.
test("any sequence of such texts comes back, and means the same when it is written anew", () => {
  const some = fc.array(fc.constantFrom(...Object.values(MARKDOWN_DOCUMENTS)), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(some, fc.constantFrom("\n", "\n\n", "\r\n", ""), (texts, gap) => {
      const markdown = texts.join(gap);
      const { doc, keeper, read } = open(markdown);
      expect(keeper.write(doc)).toBe(markdown);
      const anew = new MarkdownKeeper(doc, { ...read, blocks: [], gaps: [""] }).write(doc);
      expect(withoutEmpty(open(anew).doc)).toEqual(withoutEmpty(doc));
    }),
    { numRuns: 150 },
  );
});

// Found by the test above.
test.each([
  ["a rule", "\n---\nTides\n---\n\nText"],
  ["definitions", "See [a] and [b].\n\n[a]: /a\n[b]: /b\nTides\n---\n\nText"],
])(
  "%s above an underlined heading comes back, and means the same when it is written anew",
  (_name, markdown) => {
    const { doc, keeper, read } = open(markdown);
    expect(keeper.write(doc)).toBe(markdown);
    const anew = new MarkdownKeeper(doc, { ...read, blocks: [], gaps: [""] }).write(doc);
    expect(open(anew).doc.toJSON()).toEqual(doc.toJSON());
  },
);

// A list of 900 items and paragraphs must open without a wait.
test("a long text is read in blocks, none of them as source", () => {
  const piece = (at: number) =>
    `- [ ] item ${at} with **bold** and [link](https://a.example/${at})\n\nParagraph ${at} *of* words.`;
  const markdown = Array.from({ length: 900 }, (_, at) => piece(at)).join("\n\n");
  const { blocks } = readDocument(markdown);
  expect(blocks).toHaveLength(1800);
  expect(blocks.filter(({ json }) => json.type === "sourceBlock")).toEqual([]);
});
