import { useText } from "@ensemble/i18n/text";
import { ChevronsLeftRight } from "lucide-react";
import { useEditor, useEditorState } from "../store/use-editor";

/** Divider between the picture as it was opened and as it is, moved by mouse, finger or arrow keys. */
export function CompareSlider() {
  const text = useText("images");
  const editor = useEditor();
  const at = useEditorState((state) => state.compareAt);
  const view = useEditorState((state) => state.view);
  const frame = useEditorState(({ edited }) => edited.document.frame);
  if (at === null) return null;
  const left = frame.x * view.zoom + view.x;
  const width = frame.width * view.zoom;
  const percent = Math.round(at * 100);
  return (
    <>
      <input
        type="range"
        min={0}
        max={100}
        value={percent}
        aria-label={text("editor.compare")}
        aria-valuetext={text("editor.percent", { percent })}
        onChange={(event) => editor.state.setState({ compareAt: Number(event.target.value) / 100 })}
        style={{ left: left - 20, width: width + 40 }}
        className="peer -translate-y-1/2 absolute top-1/2 h-14 cursor-ew-resize opacity-0"
      />
      <div
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 w-0.5 peer-focus-visible:[&>span]:outline-2 peer-focus-visible:[&>span]:outline-accent-ink bg-white shadow-[0_0_0_1px_rgb(0_0_0/0.4)]"
        style={{ left: left + width * at - 1 }}
      >
        <span className="-translate-1/2 absolute top-1/2 left-1/2 flex size-10 items-center justify-center rounded-full bg-raised text-ink shadow-float">
          <ChevronsLeftRight className="size-5" />
        </span>
      </div>
      <span className="pointer-events-none absolute top-2 left-2 rounded-sm bg-raised px-2 py-1 text-xs shadow-float">
        {text("editor.before")}
      </span>
      <span className="pointer-events-none absolute top-2 right-2 rounded-sm bg-raised px-2 py-1 text-xs shadow-float">
        {text("editor.after")}
      </span>
    </>
  );
}
