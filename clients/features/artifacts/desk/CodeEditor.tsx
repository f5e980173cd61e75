import { html } from "@codemirror/lang-html";
import { javascript } from "@codemirror/lang-javascript";
import { markdown } from "@codemirror/lang-markdown";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { Annotation, Compartment, EditorState } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { basicSetup } from "codemirror";
import { useEffect, useEffectEvent, useRef } from "react";

/** Marks changes that the person did not type. */
const FromOutside = Annotation.define<boolean>();
const writable = new Compartment();

/** Colors of code, by the page's tokens. */
const COLORS = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: "var(--accent-ink)" },
  { tag: [tags.string, tags.attributeValue, tags.regexp], color: "var(--success)" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: "var(--warning)" },
  { tag: [tags.tagName, tags.typeName, tags.className], color: "var(--danger)" },
  { tag: [tags.propertyName, tags.attributeName, tags.definition(tags.variableName)], color: "var(--info)" },
  { tag: [tags.comment, tags.meta], color: "var(--muted)", fontStyle: "italic" },
  { tag: tags.heading, fontWeight: "600" },
]);

const LOOK = EditorView.theme({
  "&": { backgroundColor: "var(--surface)", color: "var(--ink)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-mono, monospace)", lineHeight: "1.6" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--faint)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--hover)" },
  ".cm-cursor": { borderInlineStartColor: "var(--ink)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--accent-soft) !important",
  },
  ".cm-panels": { backgroundColor: "var(--raised)", color: "var(--ink)" },
});

interface CodeEditorProps {
  label: string;
  language: string;
  value: string;
  readOnly: boolean;
  onChange: (value: string) => void;
  onSave: () => void;
}

/** Edits code, in the page's colors. */
export default function CodeEditor({ label, language, value, readOnly, onChange, onSave }: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const changed = useEffectEvent(onChange);
  const save = useEffectEvent(onSave);
  const saved = () => {
    save();
    return true;
  };
  const create = useEffectEvent((parent: HTMLElement) => {
    const extensions = [
      keymap.of([{ key: "Mod-s", preventDefault: true, run: saved }]),
      basicSetup,
      languageOf(language),
      syntaxHighlighting(COLORS),
      LOOK,
      EditorView.lineWrapping,
      writable.of(EditorState.readOnly.of(readOnly)),
      EditorView.contentAttributes.of({ "aria-label": label, dir: "ltr" }),
      EditorView.cspNonce.of(document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? ""),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && update.transactions.some((one) => !one.annotation(FromOutside)))
          changed(update.state.doc.toString());
      }),
    ];
    return new EditorView({ parent, state: EditorState.create({ doc: value, extensions }) });
  });
  useEffect(() => {
    if (!place.current) return;
    const created = create(place.current);
    view.current = created;
    return () => created.destroy();
  }, []);
  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === value) return;
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: value },
      annotations: FromOutside.of(true),
    });
  }, [value]);
  useEffect(() => {
    view.current?.dispatch({ effects: writable.reconfigure(EditorState.readOnly.of(readOnly)) });
  }, [readOnly]);
  return (
    <div
      ref={place}
      dir="ltr"
      className="min-h-0 flex-1 overflow-hidden text-start text-sm [&_.cm-editor]:h-full"
    />
  );
}

function languageOf(language: string) {
  switch (language) {
    case "html":
    case "svg":
    case "htm":
    case "xhtml":
      return html();
    case "jsx":
    case "tsx":
    case "react":
      return javascript({ jsx: true, typescript: true });
    case "js":
    case "javascript":
      return javascript();
    case "ts":
    case "typescript":
      return javascript({ typescript: true });
    case "md":
    case "markdown":
    case "mdx":
      return markdown();
    default:
      return [];
  }
}
