import { createContext, use } from "react";
import { useStore } from "zustand";
import type { Editor } from "./editor";
import type { EditorState } from "./editor-state";

export const EditorContext = createContext<Editor | null>(null);

/** Returns the open editor. */
export function useEditor(): Editor {
  const editor = use(EditorContext);
  if (!editor) throw new Error("This belongs into an image editor");
  return editor;
}

/** Returns a part of the editor's state, and renders again when it changes. */
export const useEditorState = <T>(pick: (state: EditorState) => T): T => useStore(useEditor().state, pick);
