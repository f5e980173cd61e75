import type { EditorState } from "@tiptap/pm/state";

/** Words behind a slash at the caret, and where they stand. */
export interface SlashQuery {
  from: number;
  to: number;
  words: string;
}

const SLASH = /(?:^|\s)\/([^\s/]{0,20})$/u;

/** Returns what is typed behind a slash at the caret; null: there is none, or it is part of a word or of code. */
export function slashQuery({ selection, doc }: EditorState): SlashQuery | null {
  const { $from: caret, empty } = selection;
  if (!empty || !caret.parent.isTextblock || caret.parent.type.spec.code) return null;
  const before = doc.textBetween(caret.start(), caret.pos, "\n", "￼");
  const found = SLASH.exec(before);
  if (!found) return null;
  const words = found[1] ?? "";
  return { from: caret.pos - words.length - 1, to: caret.pos, words };
}
