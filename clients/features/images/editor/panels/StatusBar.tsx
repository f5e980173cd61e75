import { findText, useText } from "@ensemble/i18n/text";
import { useEditorState } from "../store/use-editor";

/** Size of the picture, and what happened last: on the screen, and read aloud. */
export function StatusBar() {
  const text = useText("images");
  const width = useEditorState(({ edited }) => edited.document.frame.width);
  const height = useEditorState(({ edited }) => edited.document.frame.height);
  const said = useEditorState((state) => state.announcement);
  const step = said?.values?.step;
  const values =
    step === undefined ? said?.values : { step: findText("images", `editor.said.${step}`) ?? "" };
  const message = said ? (findText("images", `editor.said.${said.key}`, values) ?? "") : "";
  return (
    <div className="flex min-h-7 items-center gap-3 border-line border-t px-3 text-muted text-xs">
      <span className="flex-none tabular-nums">{text("editor.dimensions", { width, height })}</span>
      <p role="status" className="min-w-0 flex-1 truncate text-end">
        {/* The same words twice in a row are read twice, because an invisible space differs. */}
        {message && (said?.count ?? 0) % 2 === 1 ? `${message}\u00a0` : message}
      </p>
    </div>
  );
}
