import { Editor, Extension } from "@tiptap/core";
import { Placeholder } from "@tiptap/extensions";
import { type EditorState, Plugin, TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { bareLinks } from "./bare-links";
import { moveBlock } from "./block-moves";
import { asMarkdown, pasteInto } from "./clipboard";
import { MarkdownKeeper } from "./markdown/markdown-keeper";
import { readDocument } from "./markdown/memo-document";
import { memoExtensions } from "./schema";

/** Texts that the editor itself shows. */
export interface EditorTexts {
  label: string;
  placeholder: string;
  hint: string;
  taskOpen: string;
  taskDone: string;
}

/** Events of the editor. */
export interface EditorEvents {
  onType: (markdown: string) => void;
  /** Called after each change of text or selection. `typed`: the text changed by a key or paste. */
  onState: (editor: Editor, typed: boolean) => void;
  /** Returns true if a key is taken. */
  onKey: (event: KeyboardEvent) => boolean;
  onFiles: (files: File[], position: number) => boolean;
  /** Two opening brackets were typed, which stand there. */
  onBrackets: (range: { from: number; to: number }) => void;
  onFollow: (address: string) => void;
}

/** Editor of a memo, with the Markdown that it stands for. */
export interface MemoBlocks {
  editor: Editor;
  /** Shows another text. The caret stays as near to its place as there is text. */
  show: (markdown: string) => void;
}

/** Starts an editor in an element. `maxLength`: of its Markdown. */
export function createBlocks(
  element: HTMLElement,
  markdown: string,
  texts: EditorTexts,
  maxLength: number,
  events: EditorEvents,
): MemoBlocks {
  let last = markdown;
  /** Texts that were typed here and are not shown yet: keys come faster than React renders. */
  let typed: string[] = [];
  let keeper: MarkdownKeeper | null = null;
  const takeTransfer = (view: EditorView, event: Event, data: DataTransfer | null, at: number): boolean => {
    if (!data) return false;
    event.preventDefault();
    const files = [...data.files];
    if (files.length > 0 && events.onFiles(files, at)) return true;
    if (event.type === "drop")
      view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(at))));
    pasteInto(view, data);
    return true;
  };
  const editor = new Editor({
    element,
    content: { type: "doc", content: [{ type: "paragraph" }] },
    injectCSS: false,
    extensions: [
      ...memoExtensions({ open: texts.taskOpen, done: texts.taskDone }),
      Placeholder.configure({
        placeholder: ({ editor: shown }) => (shown.isEmpty ? texts.placeholder : texts.hint),
      }),
      keys,
      bareLinks,
      lengthLimit(() => last.length, maxLength),
    ],
    editorProps: {
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": texts.label,
        class: "markdown block-text",
      },
      clipboardTextSerializer: asMarkdown,
      handleKeyDown: (_view, event) => events.onKey(event),
      handleTextInput: (view, from, _to, typed) => {
        const isSecond = typed === "[" && view.state.doc.textBetween(Math.max(0, from - 1), from) === "[";
        if (isSecond && !view.state.selection.$from.parent.type.spec.code)
          queueMicrotask(() => events.onBrackets({ from: from - 1, to: from + 1 }));
        return false;
      },
      handleDOMEvents: {
        // Before the editor reads HTML by itself, which the content security policy forbids.
        paste: (view, event) => takeTransfer(view, event, event.clipboardData, view.state.selection.from),
        drop: (view, event) => {
          if (view.dragging) return false;
          const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? 0;
          return takeTransfer(view, event, event.dataTransfer, at);
        },
      },
      handleClick: (view, position, event) => {
        const link = view.state.doc
          .resolve(position)
          .marks()
          .find(({ type }) => type.name === "link");
        if (!link || !(event.ctrlKey || event.metaKey)) return false;
        events.onFollow(link.attrs.href);
        return true;
      },
    },
    onTransaction: ({ editor: changed, transaction }) => {
      if (!keeper) return;
      const isShown = transaction.getMeta(SHOWN) === true;
      if (transaction.docChanged && !isShown) {
        const written = keeper.write(changed.state.doc);
        if (written !== last) {
          last = written;
          typed = [...typed, written].slice(-TYPED_MAX);
          events.onType(written);
        }
      }
      events.onState(changed, transaction.docChanged && !isShown);
    },
  });
  const show = (shown: string) => {
    const own = typed.lastIndexOf(shown);
    typed = typed.slice(own + 1);
    if (keeper && (shown === last || own >= 0)) return;
    typed = [];
    const read = readDocument(shown);
    const { state, view } = editor;
    const blocks = read.blocks.map(({ json }) => state.schema.nodeFromJSON(json));
    const content = blocks.length > 0 ? blocks : [state.schema.node("paragraph")];
    const { from } = state.selection;
    const tr = state.tr.replaceWith(0, state.doc.content.size, content);
    tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(from, tr.doc.content.size)), -1));
    last = shown;
    view.dispatch(tr.setMeta("addToHistory", false).setMeta(SHOWN, true));
    keeper = new MarkdownKeeper(editor.state.doc, read);
  };
  show(markdown);
  events.onState(editor, false);
  return { editor, show };
}

const SHOWN = "shown";

/** Texts kept of what was typed and is not shown yet. */
const TYPED_MAX = 64;

const keys = Extension.create({
  name: "blockKeys",
  addKeyboardShortcuts() {
    return {
      "Alt-Shift-ArrowUp": () => moveBlock(this.editor, -1),
      "Alt-Shift-ArrowDown": () => moveBlock(this.editor, 1),
    };
  },
});

/** Refuses what would make a text longer than the server takes, as a field does. */
const lengthLimit = (length: () => number, max: number) =>
  Extension.create({
    name: "lengthLimit",
    addProseMirrorPlugins: () => [
      new Plugin({
        filterTransaction: (transaction, { doc }: EditorState) => {
          const added = transaction.doc.content.size - doc.content.size;
          return transaction.getMeta(SHOWN) === true || added <= 0 || length() + added <= max;
        },
      }),
    ],
  });
