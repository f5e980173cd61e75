import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from "react";
import { exportPicture, maskPicture, selectedMask } from "./draw/export-picture";
import type { EditorTool } from "./editor-tool";
import { addPicture, picturesIn } from "./panels/add-picture";
import { CanvasArea } from "./panels/CanvasArea";
import { LayerSettings } from "./panels/LayerSettings";
import { LayersPanel } from "./panels/LayersPanel";
import { ServerTools } from "./panels/ServerTools";
import { StatusBar } from "./panels/StatusBar";
import { StorageNotice } from "./panels/StorageNotice";
import { ToolBar } from "./panels/ToolBar";
import { ToolOptions } from "./panels/ToolOptions";
import { TopBar } from "./panels/TopBar";
import { handleKey } from "./panels/use-keys";
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
  const stage = useRef<EditorStage | null>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<unknown>(null);
  const [panelOpen, setPanelOpen] = useState(false);
  const { saving, save } = useSaving(onSave, setError);
  const rename = () => {
    setPanelOpen(true);
    // The panel is shown first where it was closed.
    requestAnimationFrame(() => nameField.current?.select());
  };
  const hold = (event: KeyboardEvent, held: boolean) => {
    if (event.key === " " && stage.current) stage.current.pointers.spaceHeld = held;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    hold(event, true);
    handleKey(editor, event, {
      save,
      rename,
      cancelGesture: () => stage.current?.cancel() ?? false,
      fail: setError,
    });
  };
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const pictures = picturesIn(event.clipboardData);
    if (pictures.length === 0) return;
    event.preventDefault();
    addPicture(editor, pictures).catch(setError);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys and pasted pictures of everything inside.
    <div
      onKeyDown={onKeyDown}
      onKeyUp={(event) => hold(event, false)}
      onPaste={onPaste}
      className="@container flex h-full min-h-[30rem] w-full flex-col bg-canvas"
    >
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
      <div className="flex min-h-0 flex-1 flex-col-reverse @3xl:flex-row">
        <ToolBar />
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <CanvasArea stage={stage} onFail={setError} />
          <StatusBar />
        </div>
        <aside
          aria-label={text("editor.panels")}
          className={`flex-none flex-col overflow-y-auto border-line bg-surface @3xl:flex @3xl:w-72 @3xl:border-s max-@3xl:order-first max-@3xl:max-h-[45%] max-@3xl:border-b ${panelOpen ? "flex" : "hidden"}`}
        >
          <ToolOptions />
          <LayersPanel onRename={rename} onFail={setError} />
          <LayerSettings nameField={nameField} />
          <ServerTools tools={tools} onFail={setError} />
        </aside>
      </div>
    </div>
  );
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
