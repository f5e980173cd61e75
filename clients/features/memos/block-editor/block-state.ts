import type { Editor } from "@tiptap/core";

/** What is at the caret, as far as the toolbar shows it. */
export interface BlockState {
  bold: boolean;
  italic: boolean;
  strike: boolean;
  code: boolean;
  link: boolean;
  table: boolean;
  /** True if text has no marks there, as in code. */
  plain: boolean;
  /** Language of the code; null: it is none. */
  language: string | null;
}

/** Returns the state, which is the one before if nothing of it changed. */
export function stateOf(editor: Editor, before: BlockState | null): BlockState {
  const state: BlockState = {
    bold: editor.isActive("bold"),
    italic: editor.isActive("italic"),
    strike: editor.isActive("strike"),
    code: editor.isActive("code"),
    link: editor.isActive("link"),
    table: editor.isActive("table"),
    language: editor.isActive("codeBlock") ? (editor.getAttributes("codeBlock").language ?? "") : null,
    plain: editor.isActive("codeBlock") || editor.isActive("sourceBlock"),
  };
  const isSame =
    before !== null &&
    Object.entries(state).every(([key, value]) => before[key as keyof BlockState] === value);
  return isSame ? before : state;
}
