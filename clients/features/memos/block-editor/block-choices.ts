import type { Editor } from "@tiptap/core";
import {
  Code,
  Heading1,
  Heading2,
  Heading3,
  ImagePlus,
  Link2,
  List,
  ListOrdered,
  ListTodo,
  type LucideIcon,
  Minus,
  Pilcrow,
  Quote,
  Sigma,
  Table,
} from "lucide-react";

/** Actions that open something outside of the text. */
export interface Outside {
  chooseImage: () => void;
  linkMemo: () => void;
}

type BlockKey =
  | "text"
  | `heading_${1 | 2 | 3}`
  | "list"
  | "numbers"
  | "tasks"
  | "quote"
  | "code"
  | "table"
  | "divider"
  | "formula"
  | "image"
  | "memo";

/** Block that can be put at the caret. `key`: its text is `blocks.<key>`. */
export interface BlockChoice {
  key: BlockKey;
  icon: LucideIcon;
  /** English words by which it is found, in any language of the product. */
  words: string;
  put: (editor: Editor, outside: Outside) => void;
}

const heading = (level: 1 | 2 | 3, icon: LucideIcon): BlockChoice => ({
  key: `heading_${level}`,
  icon,
  words: `heading h${level} title`,
  put: (editor) => editor.chain().focus().setHeading({ level }).run(),
});

/** Blocks in the order in which they are offered. */
export const BLOCK_CHOICES: readonly BlockChoice[] = [
  {
    key: "text",
    icon: Pilcrow,
    words: "text paragraph plain",
    put: (editor) => editor.chain().focus().clearNodes().run(),
  },
  heading(1, Heading1),
  heading(2, Heading2),
  heading(3, Heading3),
  {
    key: "list",
    icon: List,
    words: "bullet list unordered",
    put: (editor) =>
      editor.chain().focus().toggleBulletList().updateAttributes("listItem", { checked: null }).run(),
  },
  {
    key: "numbers",
    icon: ListOrdered,
    words: "numbered list ordered",
    put: (editor) =>
      editor.chain().focus().toggleOrderedList().updateAttributes("listItem", { checked: null }).run(),
  },
  { key: "tasks", icon: ListTodo, words: "todo to-do task check box list", put: putTasks },
  {
    key: "quote",
    icon: Quote,
    words: "quote blockquote",
    put: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    key: "code",
    icon: Code,
    words: "code block program",
    put: (editor) => editor.chain().focus().toggleCodeBlock().run(),
  },
  {
    key: "table",
    icon: Table,
    words: "table grid rows columns",
    put: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  },
  {
    key: "divider",
    icon: Minus,
    words: "divider rule line hr",
    put: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
  {
    key: "formula",
    icon: Sigma,
    words: "formula math equation latex tex",
    put: (editor) => {
      const formula = { type: "sourceBlock", content: [{ type: "text", text: "$$\n\n$$" }] };
      const { from } = editor.state.selection;
      editor
        .chain()
        .focus()
        .insertContent(formula)
        .setTextSelection(Math.max(0, editor.state.selection.from))
        .run();
      caretInto(editor, from);
    },
  },
  {
    key: "image",
    icon: ImagePlus,
    words: "image picture photo",
    put: (_editor, { chooseImage }) => chooseImage(),
  },
  { key: "memo", icon: Link2, words: "memo link note page", put: (_editor, { linkMemo }) => linkMemo() },
];

function putTasks(editor: Editor): void {
  const isList = editor.isActive("listItem");
  const { checked } = editor.getAttributes("listItem");
  const isTask = isList && checked !== null;
  const chain = editor.chain().focus();
  if (!isList) chain.toggleBulletList();
  chain.updateAttributes("listItem", { checked: isTask ? null : false }).run();
}

/** Sets the caret between the marks of a formula that was put in. */
function caretInto(editor: Editor, from: number): void {
  let place: number | null = null;
  editor.state.doc.descendants((node, position) => {
    if (
      node.type.name === "sourceBlock" &&
      node.textContent === "$$\n\n$$" &&
      position + node.nodeSize >= from
    )
      place ??= position + 1 + "$$\n".length;
  });
  if (place !== null) editor.commands.setTextSelection(place);
}

/** Returns the blocks that typed words stand for. `label`: returns a block's name in the person's language. */
export function findChoices(query: string, label: (choice: BlockChoice) => string): BlockChoice[] {
  const words = query.toLocaleLowerCase();
  return BLOCK_CHOICES.filter(
    (choice) =>
      label(choice).toLocaleLowerCase().includes(words) ||
      `${choice.words} `.split(" ").some((word) => word.startsWith(words)),
  );
}
