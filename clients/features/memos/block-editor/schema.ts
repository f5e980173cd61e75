import { ownImage } from "@ensemble/blocks/markdown/own-images";
import { onServer } from "@ensemble/contract/base-path";
import { Extension, type Extensions, Mark, mergeAttributes, Node } from "@tiptap/core";
import { Code } from "@tiptap/extension-code";
import { ListItem } from "@tiptap/extension-list";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import StarterKit from "@tiptap/starter-kit";

import { SourceBlock, SourceText } from "./source-nodes";
import { type TaskNames, taskView } from "./task-view";

/** Attribute that no one sees: the way in which something was written. */
const form = (value: unknown) => ({ default: value, rendered: false, keepOnSplit: false });

/** Ways to write the same thing, kept so that what is edited stays in its author's hand. */
const MarkdownForms = Extension.create({
  name: "markdownForms",
  addGlobalAttributes: () => [
    { types: ["heading"], attributes: { underline: form(null) } },
    { types: ["bulletList"], attributes: { marker: form("-"), loose: form(false) } },
    { types: ["orderedList"], attributes: { marker: form("."), loose: form(false), step: form(1) } },
    { types: ["codeBlock"], attributes: { meta: form(null), fence: form("```") } },
    { types: ["horizontalRule"], attributes: { marker: form("---") } },
    { types: ["hardBreak"], attributes: { marker: form("\\") } },
    { types: ["tableCell", "tableHeader"], attributes: { align: alignAttribute } },
    { types: ["bulletList", "orderedList", "blockquote", "table"], attributes: { dir: direction } },
  ],
});

const alignAttribute = {
  default: null,
  parseHTML: (element: HTMLElement) => element.style.textAlign || element.getAttribute("align") || null,
  renderHTML: ({ align }: Record<string, unknown>) =>
    typeof align === "string" ? { style: `text-align: ${align}` } : {},
};

/** Direction of what holds lines: that of its first letters. Each line has its own (`markdown.css`). */
const direction = { default: null, parseHTML: () => null, renderHTML: () => ({ dir: "auto" }) };

/** End of a line that is no end of a line for the reader. */
const SoftBreak = Node.create({
  name: "softBreak",
  group: "inline",
  inline: true,
  selectable: false,
  linebreakReplacement: false,
  parseHTML: () => [{ tag: "span[data-soft-break]" }],
  renderHTML: () => ["span", { "data-soft-break": "" }, " "],
  renderText: () => " ",
});

/** Image within a line. Those of other sites are named and not loaded, as everywhere (`RemoteImage`). */
const Picture = Node.create({
  name: "image",
  group: "inline",
  inline: true,
  draggable: true,
  addAttributes: () => ({ src: { default: "" }, alt: { default: "" }, title: { default: null } }),
  parseHTML: () => [
    {
      tag: "img[src], span[data-image-src]",
      getAttrs: (element) => ({
        src: element.getAttribute("data-image-src") ?? element.getAttribute("src"),
        alt: element.getAttribute("data-image-alt") ?? element.getAttribute("alt") ?? "",
        title: element.getAttribute("title"),
      }),
    },
  ],
  renderHTML: ({ node }) => {
    const { src, alt } = node.attrs as { src: string; alt: string };
    const kept = { "data-image-src": src, "data-image-alt": alt };
    const own = ownImage(src);
    if (own)
      return [
        "span",
        { ...kept, class: "block-image" },
        ["img", { src: onServer(own), alt, draggable: "false" }],
      ];
    return ["span", { ...kept, class: "markdown-image", dir: "ltr" }, alt ? `${alt} · ${src}` : src];
  },
});

const Link = Mark.create({
  name: "link",
  inclusive: false,
  addAttributes: () => ({ href: { default: "" }, title: { default: null } }),
  parseHTML: () => [{ tag: "a[href]" }],
  // No address: nothing is opened by a click that sets the caret, whatever it leads to.
  renderHTML: ({ HTMLAttributes: { href, title } }) => ["a", { "data-href": href, title: title ?? href }, 0],
});

/** Item of a list of either kind. `checked`: it is a task; null: it is none. */
const Item = ListItem.extend({
  content: "block+",
  addAttributes: () => ({
    checked: {
      default: null,
      parseHTML: (element: HTMLElement) => checkedOf(element),
      renderHTML: ({ checked }: Record<string, unknown>) =>
        checked === null ? {} : { "data-checked": String(checked) },
    },
  }),
  addKeyboardShortcuts() {
    const { name } = this;
    return {
      Enter: () => {
        const { checked } = this.editor.getAttributes(name);
        return this.editor.commands.splitListItem(name, {
          checked: checked === null || checked === undefined ? null : false,
        });
      },
      Tab: () => this.editor.commands.sinkListItem(name),
      "Shift-Tab": () => this.editor.commands.liftListItem(name),
    };
  },
});

function checkedOf(element: HTMLElement): boolean | null {
  const checked = element.getAttribute("data-checked");
  if (checked !== null) return checked === "true";
  const box = element.querySelector<HTMLInputElement>(":scope > input[type=checkbox]");
  return box ? box.checked || box.hasAttribute("checked") : null;
}

const CELL = { content: "paragraph" };

/** Everything that a memo's text can be made of. `boxes`: names of a task's box. */
export const memoExtensions = (boxes: TaskNames = { open: "", done: "" }): Extensions => [
  StarterKit.configure({
    code: false,
    link: false,
    underline: false,
    listItem: false,
    dropcursor: { class: "block-drop-cursor", width: 2, color: false },
  }),
  // Code may be bold, or a link.
  Code.extend({ excludes: "" }),
  Item.extend({ addNodeView: () => taskView(boxes) }),
  Table.extend({ renderHTML: renderTable }).configure({ resizable: false, allowTableNodeSelection: true }),
  TableRow,
  TableCell.extend(CELL),
  TableHeader.extend(CELL),
  Picture,
  SoftBreak,
  Link,
  SourceBlock,
  SourceText,
  MarkdownForms,
];

function renderTable({ HTMLAttributes }: { HTMLAttributes: Record<string, unknown> }) {
  return ["table", mergeAttributes(HTMLAttributes, { dir: "auto" }), ["tbody", 0]] as const;
}
