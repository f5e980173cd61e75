import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import {
  Brush,
  Crop,
  Eraser,
  Hand,
  Lasso,
  type LucideIcon,
  MousePointer2,
  PaintbrushVertical,
  Shapes,
  SquareDashed,
  Type,
  WandSparkles,
} from "lucide-react";
import type { KeyboardEvent } from "react";
import { TOOLS, type ToolName } from "../store/editor-state";
import { useEditor, useEditorState } from "../store/use-editor";
import { TOOL_KEYS } from "./keys";

const ICONS: Record<ToolName, LucideIcon> = {
  move: MousePointer2,
  hand: Hand,
  brush: Brush,
  eraser: Eraser,
  rectangle: SquareDashed,
  lasso: Lasso,
  wand: WandSparkles,
  select_brush: PaintbrushVertical,
  crop: Crop,
  text: Type,
  shape: Shapes,
};

/** Tools of the editor, beside the canvas or beneath it on narrow screens. One is a stop of the Tab key. */
export function ToolBar() {
  const text = useText("images");
  const editor = useEditor();
  const tool = useEditorState((state) => state.tool);
  return (
    <div
      role="toolbar"
      aria-label={text("editor.tools")}
      onKeyDown={moveFocus}
      className="flex gap-0.5 overflow-x-auto border-line p-1.5 @max-3xl:order-last @max-3xl:border-t @3xl:flex-col @3xl:overflow-x-visible @3xl:border-e"
    >
      {TOOLS.map((name) => {
        const Icon = ICONS[name];
        return (
          <IconButton
            key={name}
            label={text(`editor.tool.${name}`)}
            keys={TOOL_KEYS[name]}
            icon={<Icon />}
            side="inline-end"
            aria-pressed={name === tool}
            tabIndex={name === tool ? 0 : -1}
            onClick={() => editor.use(name)}
            className="aria-pressed:bg-accent-soft"
          />
        );
      })}
    </div>
  );
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Moves the focus with the arrow keys, and to the ends with Home and End. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const at = buttons.indexOf(event.target as HTMLButtonElement);
  const turned = event.currentTarget.matches(":dir(rtl)") && event.key.match(/Left|Right/) ? -1 : 1;
  const step = (STEPS[event.key] ?? 0) * turned;
  const to = event.key === "Home" ? 0 : event.key === "End" ? buttons.length - 1 : at + step;
  if (to === at) return;
  event.preventDefault();
  buttons[(to + buttons.length) % buttons.length]?.focus();
}
