import { closestAround } from "../../page/composed";
import { takesCode } from "../../page/selection";

/**
 * Kind of an editor. Most keep their text in a model of their own: changing only what they show would send the
 * old text.
 */
export type Family =
  | "slate"
  | "lexical"
  | "prosemirror"
  | "quill"
  | "old_quill"
  | "draft"
  | "ckeditor"
  | "old_ckeditor"
  | "tinymce"
  | "codemirror"
  | "trix"
  | "editorjs"
  | "hidden_code"
  | "plain";

const MARKS: readonly (readonly [string, Family])[] = [
  ["[data-slate-editor]", "slate"],
  ["[data-lexical-editor]", "lexical"],
  [".ProseMirror", "prosemirror"],
  [".ql-editor", "quill"],
  [".public-DraftEditor-content, .DraftEditor-root", "draft"],
  [".ck-editor__editable", "ckeditor"],
  [".cke_editable", "old_ckeditor"],
  [".mce-content-body", "tinymce"],
  [".cm-content, .CodeMirror-code", "codemirror"],
  ["trix-editor", "trix"],
  [".ce-block", "editorjs"],
];

/** Selector of code editors that take keys in a hidden field and draw the text elsewhere. */
export const HIDDEN_CODE = ".monaco-editor, .CodeMirror, .ace_editor";

/** Returns the kind of an editor by the marks that its library leaves in a page. */
export function familyOf(editor: HTMLElement): Family {
  if (closestAround(editor, HIDDEN_CODE) && takesCode(editor)) return "hidden_code";
  const found = MARKS.find(([mark]) => editor.closest(mark) || editor.querySelector(mark))?.[1] ?? "plain";
  // The first version pastes through an element of its own, which a script cannot fill.
  if (found === "quill" && editor.closest(".ql-container")?.querySelector(".ql-clipboard"))
    return "old_quill";
  return found;
}
