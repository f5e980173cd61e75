import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import type { Autosave } from "../store/autosave";
import { useEditorState } from "../store/use-editor";

/** Says when the copy on this device is not kept, and asks which version counts if two tabs have changed it. */
export function StorageNotice({
  autosave,
  onFail,
}: {
  autosave: Pick<Autosave, "keepMine" | "takeTheirs"> | null;
  onFail: (error: unknown) => void;
}) {
  const text = useText("images");
  const saving = useEditorState((state) => state.saving);
  if (saving === "failed" || !autosave)
    return <Notice tone="warning">{text(autosave ? "editor.not_kept" : "editor.no_storage")}</Notice>;
  if (saving !== "conflict") return null;
  return (
    <Notice
      tone="warning"
      title={text("editor.conflict")}
      action={
        <span className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => void autosave.takeTheirs().catch(onFail)}>
            {text("editor.take_theirs")}
          </Button>
          <Button size="sm" onClick={() => void autosave.keepMine().catch(onFail)}>
            {text("editor.keep_mine")}
          </Button>
        </span>
      }
    >
      {text("editor.conflict_hint")}
    </Notice>
  );
}
