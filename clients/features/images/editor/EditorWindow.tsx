import { useMe } from "@ensemble/blocks/session-queries";
import { useText } from "@ensemble/i18n/text";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { Spinner } from "@ensemble/ui/feedback/Spinner";
import { EditorFrame } from "./EditorFrame";
import type { ImageEditorProps } from "./ImageEditor";
import { EditorContext } from "./store/use-editor";
import { useEditorError } from "./use-editor-error";
import { useOpened } from "./use-opened";

/** Opens the document, then shows the editor. Documents of different people on one device never mix. */
export default function EditorWindow({ documentId, source, onSave, tools }: ImageEditorProps) {
  const text = useText("images");
  const me = useMe();
  const errorText = useEditorError();
  const { opened, error } = useOpened(`${me.id}/${documentId}`, source);
  if (error) return <Notice tone="danger">{errorText(error)}</Notice>;
  if (!opened)
    return (
      <div role="status" className="flex h-full min-h-40 items-center justify-center gap-2 text-muted">
        <Spinner />
        {text("editor.opening")}
      </div>
    );
  return (
    <EditorContext value={opened.editor}>
      <EditorFrame autosave={opened.autosave} tools={tools} onSave={onSave} />
    </EditorContext>
  );
}
