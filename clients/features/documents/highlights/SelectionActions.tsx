import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Copy, HelpCircle, Highlighter, Languages, Lightbulb, NotebookPen } from "lucide-react";
import { type RefObject, useEffect, useEffectEvent, useState } from "react";

export type SelectionAction = "highlight" | "ask" | "explain" | "translate" | "copy" | "memo";

/** Selection on a page. */
export interface Selected {
  text: string;
  page: number;
}

const ACTIONS: readonly { action: SelectionAction; Icon: typeof Copy }[] = [
  { action: "highlight", Icon: Highlighter },
  { action: "ask", Icon: HelpCircle },
  { action: "explain", Icon: Lightbulb },
  { action: "translate", Icon: Languages },
  { action: "copy", Icon: Copy },
  { action: "memo", Icon: NotebookPen },
];

/** Bar of actions beside a text selection in `place`. */
export function SelectionActions({
  place,
  onAction,
}: {
  place: RefObject<HTMLElement | null>;
  onAction: (action: SelectionAction, selected: Selected) => void;
}) {
  const text = useText("library");
  const [shown, setShown] = useState<(Selected & { x: number; y: number }) | null>(null);
  const read = useEffectEvent(() => setShown(selectedIn(place.current)));
  useEffect(() => {
    // During the selection, a toolbar would be in the pointer's way.
    let pressed = false;
    const onDown = () => {
      pressed = true;
    };
    const onUp = () => {
      pressed = false;
      read();
    };
    const onChange = () => {
      if (!pressed) read();
    };
    const hide = () => setShown(null);
    const element = place.current;
    element?.addEventListener("pointerdown", onDown);
    element?.addEventListener("scroll", hide, true);
    document.addEventListener("pointerup", onUp);
    document.addEventListener("selectionchange", onChange);
    return () => {
      element?.removeEventListener("pointerdown", onDown);
      element?.removeEventListener("scroll", hide, true);
      document.removeEventListener("pointerup", onUp);
      document.removeEventListener("selectionchange", onChange);
    };
  }, [place]);

  if (!shown) return null;
  const act = (action: SelectionAction) => {
    onAction(action, { text: shown.text, page: shown.page });
    setShown(null);
    if (action !== "copy") getSelection()?.removeAllRanges();
  };
  return (
    <div
      role="toolbar"
      aria-label={text("selection")}
      className="absolute z-20 flex -translate-x-1/2 gap-0.5 rounded-md bg-raised p-1 shadow-float"
      style={{ left: shown.x, top: shown.y }}
      // Keeps the selection while a button is pressed.
      onPointerDown={(event) => event.preventDefault()}
    >
      {ACTIONS.map(({ action, Icon }) => (
        <IconButton
          key={action}
          size="sm"
          label={text(`actions.${action}`)}
          icon={<Icon />}
          onClick={() => act(action)}
        />
      ))}
    </div>
  );
}

/** Half of the bar's width, and its height with a gap. */
const HALF_PX = 142;
const HEIGHT_PX = 48;

function selectedIn(place: HTMLElement | null): (Selected & { x: number; y: number }) | null {
  const selection = getSelection();
  if (!place || !selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const start = range.startContainer.parentElement?.closest<HTMLElement>("[data-page]");
  const text = selection.toString().replace(/\s+/g, " ").trim();
  if (!start || !place.contains(start) || text === "") return null;
  const around = place.getBoundingClientRect();
  const { left, width, top, bottom } = range.getBoundingClientRect();
  const above = top - around.top - HEIGHT_PX;
  const below = Math.min(bottom - around.top + 8, around.height - HEIGHT_PX);
  return {
    text,
    page: Number(start.dataset.page),
    x: Math.min(Math.max(left + width / 2 - around.left, HALF_PX), Math.max(HALF_PX, around.width - HALF_PX)),
    y: above >= HEIGHT_PX ? above : below,
  };
}
