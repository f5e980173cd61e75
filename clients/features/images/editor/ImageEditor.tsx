import { lazyPart, useLazyPart } from "@ensemble/ui/lazy-part";
import type { EditorTool } from "./editor-tool";
import type { EditorSource } from "./store/open-editor";

export type { EditorTool } from "./editor-tool";

export interface ImageEditorProps {
  /** Id under which the document is kept on this device, with what can be undone. */
  documentId: string;
  /** Picture or layers to begin with if this device has no document of that id. Keep it the same object. */
  source: EditorSource;
  /** Saves the picture as PNG. `mask`: PNG of the same size, transparent where something is selected. */
  onSave: (blob: Blob, mask?: Blob) => Promise<void>;
  tools: readonly EditorTool[];
}

const editorWindow = lazyPart(() => import("./EditorWindow"));

/** Loads the editor's code before it is shown, as when its link is hovered. */
export const preloadImageEditor = (): void => editorWindow.preload();

/** Edits a picture without changing what it is made of. Its code, and the canvas library, load with it. */
export function ImageEditor(props: ImageEditorProps) {
  const part = useLazyPart(editorWindow);
  return part ? <part.default {...props} /> : null;
}
