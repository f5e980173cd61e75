import { useText } from "@ensemble/i18n/text";
import { useLayoutEffect, useRef } from "react";
import { fontOf, LINE_HEIGHT } from "../draw/text-lines";
import { finishText } from "../gestures/typing";
import { multiply, scaling, translation } from "../model/matrix";
import type { Typing } from "../store/editor-state";
import { useEditor, useEditorState } from "../store/use-editor";

/** Field over the canvas in which a text is typed where it will stand, in any script. */
export function TextOverlay({ onDone }: { onDone: () => void }) {
  const typing = useEditorState((state) => state.typing);
  return typing ? <TextField key={typing.layer.id} typing={typing} onDone={onDone} /> : null;
}

function TextField({ typing, onDone }: { typing: Typing; onDone: () => void }) {
  const text = useText("images");
  const editor = useEditor();
  const view = useEditorState((state) => state.view);
  const field = useRef<HTMLTextAreaElement>(null);
  const { layer } = typing;
  useLayoutEffect(() => {
    if (!field.current) return;
    field.current.focus();
    field.current.select();
    growToContent(field.current);
  }, []);
  const matrix = multiply(multiply(translation(view.x, view.y), scaling(view.zoom)), layer.matrix);
  return (
    <textarea
      ref={field}
      dir="auto"
      aria-label={text("editor.text_field")}
      defaultValue={layer.text}
      rows={1}
      spellCheck={false}
      onInput={(event) => growToContent(event.currentTarget)}
      onBlur={(event) => finishText(editor, event.target.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        const isDone = event.key === "Escape" || (event.key === "Enter" && (event.ctrlKey || event.metaKey));
        if (!isDone || event.nativeEvent.isComposing) return;
        event.preventDefault();
        finishText(editor, event.currentTarget.value);
        onDone();
      }}
      style={{
        transform: `matrix(${matrix.join()})`,
        transformOrigin: "0 0",
        font: fontOf(layer),
        lineHeight: LINE_HEIGHT,
        color: layer.color,
        textAlign: layer.align,
        caretColor: layer.color,
        outlineWidth: 1.5 / view.zoom,
      }}
      className="field-sizing-content absolute top-0 left-0 min-w-[1em] resize-none overflow-hidden whitespace-pre border-0 bg-transparent p-0 outline-accent outline-dashed"
    />
  );
}

/** Makes a field as large as its text where the browser does not do so itself. */
function growToContent(field: HTMLTextAreaElement): void {
  if (CSS.supports("field-sizing", "content")) return;
  for (const [side, length] of [
    ["width", "scrollWidth"],
    ["height", "scrollHeight"],
  ] as const) {
    field.style[side] = "0";
    field.style[side] = `${field[length]}px`;
  }
}
