import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { exportPicture, maskPicture, selectedMask } from "./draw/export-picture";
import type { EditorTool } from "./editor-tool";
import { addPicture, picturesIn } from "./panels/add-picture";
import { CanvasArea } from "./panels/CanvasArea";
import { handleKey } from "./panels/handle-key";
import { SidePanel } from "./panels/SidePanel";
import { StatusBar } from "./panels/StatusBar";
import { StorageNotice } from "./panels/StorageNotice";
import { ToolBar } from "./panels/ToolBar";
import { TopBar } from "./panels/TopBar";
import { useDocumentEvents } from "./panels/use-document-events";
import type { EditorStage } from "./stage/stage";
import type { Autosave } from "./store/autosave";
import { useEditor } from "./store/use-editor";
import { useEditorError } from "./use-editor-error";

/** The editor around an open document: bars, canvas, panels, keys. */
export function EditorFrame({
  autosave,
  tools,
  onSave,
}: {
  autosave: Autosave | null;
  tools: readonly EditorTool[];
  onSave: (blob: Blob, mask?: Blob) => Promise<void>;
}) {
  const text = useText("images");
  const editor = useEditor();
  const errorText = useEditorError();
  const frame = useRef<HTMLDivElement>(null);
  const stage = useRef<EditorStage | null>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<unknown>(null);
  const [panelOpen, setPanelOpen] = useState(false);
  const { saving, save } = useSaving(onSave, setError);
  const rename = () => {
    // Shown at once, so that what is typed next goes into the field.
    flushSync(() => setPanelOpen(true));
    nameField.current?.focus();
    nameField.current?.select();
  };
  const cancelGesture = () => stage.current?.cancel() ?? false;
  useDocumentEvents(frame, {
    keydown: (event) => {
      holdSpace(stage.current, event, true);
      handleKey(editor, event, { save, rename, cancelGesture, fail: setError });
    },
    keyup: (event) => holdSpace(stage.current, event, false),
    paste: (event) => {
      const pictures = picturesIn(event.clipboardData);
      if (pictures.length === 0) return;
      event.preventDefault();
      addPicture(editor, pictures).catch(setError);
    },
  });
  return (
    <div ref={frame} className="@container flex h-full min-h-[26rem] w-full flex-1 flex-col bg-canvas">
      <TopBar
        saving={saving}
        panelOpen={panelOpen}
        onSave={save}
        onTogglePanel={() => setPanelOpen(!panelOpen)}
        onFail={setError}
      />
      <div className="flex flex-col gap-2 empty:hidden [&>*]:m-2">
        <StorageNotice autosave={autosave} onFail={setError} />
        {error === null ? null : (
          <Notice
            tone="danger"
            action={
              <Button size="sm" onClick={() => setError(null)}>
                {text("close")}
              </Button>
            }
          >
            {errorText(error)}
          </Notice>
        )}
      </div>
      <div className="flex min-h-0 flex-1 flex-col @3xl:flex-row">
        <ToolBar />
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <CanvasArea stage={stage} onFail={setError} />
          <StatusBar />
        </div>
        <SidePanel open={panelOpen} tools={tools} nameField={nameField} onRename={rename} onFail={setError} />
      </div>
    </div>
  );
}

/** Remembers that the space bar is held, with which the mouse pans, and keeps a button from being pressed by it. */
function holdSpace(stage: EditorStage | null, event: KeyboardEvent, held: boolean): void {
  if (event.key !== " " || !stage) return;
  stage.pointers.spaceHeld = held;
  const isOnControl =
    event.target instanceof HTMLElement && event.target.matches("button:focus-visible, input, textarea");
  if (stage.pointers.isHovered && !isOnControl) event.preventDefault();
}

/** Saves the picture, with a mask if something is selected. */
function useSaving(
  onSave: (blob: Blob, mask?: Blob) => Promise<void>,
  fail: (error: unknown) => void,
): { saving: boolean; save: () => void } {
  const editor = useEditor();
  const [saving, setSaving] = useState(false);
  const write = async () => {
    const { document, assets } = editor;
    const mask = selectedMask(document);
    await onSave(await exportPicture(document, assets, "png"), mask ? await maskPicture(mask) : undefined);
    editor.say("saved");
  };
  const save = () => {
    if (saving) return;
    setSaving(true);
    write()
      .catch(fail)
      .finally(() => setSaving(false));
  };
  return { saving, save };
}
