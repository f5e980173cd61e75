import { useText } from "@ensemble/i18n/text";
import clsx from "clsx";
import { type DragEvent, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import type { EditorStage } from "../stage/stage";
import type { ToolName } from "../store/editor-state";
import { useEditor, useEditorState } from "../store/use-editor";
import { addPicture, picturesIn } from "./add-picture";
import { CompareSlider } from "./CompareSlider";
import { CropButtons } from "./CropOptions";
import { TextOverlay } from "./TextOverlay";

const CURSORS: Partial<Record<ToolName, string>> = {
  hand: "cursor-grab",
  brush: "cursor-crosshair",
  eraser: "cursor-crosshair",
  rectangle: "cursor-crosshair",
  lasso: "cursor-crosshair",
  wand: "cursor-crosshair",
  select_brush: "cursor-crosshair",
  text: "cursor-text",
  shape: "cursor-crosshair",
};

/** The canvas: loads what draws it, and takes pictures that are dropped on it. */
export function CanvasArea({
  stage,
  onFail,
}: {
  stage: RefObject<EditorStage | null>;
  onFail: (error: unknown) => void;
}) {
  const text = useText("images");
  const editor = useEditor();
  const tool = useEditorState((state) => state.tool);
  const compares = useEditorState(({ compareAt }) => compareAt !== null);
  const place = useRef<HTMLDivElement>(null);
  const hintId = useId();
  const [isDropping, setIsDropping] = useState(false);
  const fail = useEffectEvent(onFail);
  useEffect(() => {
    const container = place.current;
    if (!container) return;
    let closed = false;
    import("../stage/stage").then(({ EditorStage }) => {
      if (closed) return;
      stage.current = new EditorStage(container, editor, (error) => fail(error));
    }, fail);
    return () => {
      closed = true;
      stage.current?.close();
      stage.current = null;
    };
  }, [editor, stage]);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsDropping(false);
    addPicture(editor, picturesIn(event.dataTransfer)).catch(onFail);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the menu of layers adds pictures by keyboard, too.
    <div
      dir="ltr"
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setIsDropping(true);
      }}
      onDragLeave={() => setIsDropping(false)}
      onDrop={drop}
      className={clsx(
        "relative min-h-0 min-w-0 flex-1 overflow-hidden bg-sunken",
        isDropping && "shadow-[inset_0_0_0_2px_var(--accent)]",
      )}
    >
      <div
        ref={place}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move what is selected on it.
        tabIndex={0}
        aria-label={text("editor.canvas")}
        aria-describedby={hintId}
        className={clsx(
          "absolute inset-0 touch-none select-none focus-visible:outline-2 focus-visible:outline-accent-ink focus-visible:-outline-offset-2",
          compares ? "cursor-grab" : CURSORS[tool],
        )}
      />
      <p id={hintId} className="sr-only">
        {text("editor.canvas_hint")}
      </p>
      <CompareSlider />
      {tool === "crop" ? (
        <div className="absolute inset-x-0 bottom-3 flex justify-center @3xl:hidden">
          <div className="rounded-md bg-raised p-1.5 shadow-float">
            <CropButtons />
          </div>
        </div>
      ) : null}
      <TextOverlay onDone={() => place.current?.focus()} />
    </div>
  );
}
