import { useText } from "@ensemble/i18n/text";
import { itemStyle } from "@ensemble/ui/popups/popup-styles";
import type { Editor } from "@tiptap/core";
import { useEffect, useId, useRef, useState } from "react";
import { type BlockChoice, findChoices, type Outside } from "./block-choices";
import { type SlashQuery, slashQuery } from "./slash-query";

/** Menu behind a typed slash. */
export interface SlashState {
  query: SlashQuery | null;
  choices: readonly BlockChoice[];
  active: number;
  take: (choice: BlockChoice) => void;
  /** Looks for a slash after a change. */
  look: (editor: Editor, typed: boolean) => void;
  /** Returns true if a key was for the menu. */
  onKey: (event: KeyboardEvent) => boolean;
}

/** Opens a menu of blocks where a slash is typed, which the keys move in. Escape leaves the slash as it is. */
export function useSlashMenu(editor: Editor | null, outside: Outside): SlashState {
  const text = useText("memos");
  const [query, setQuery] = useState<SlashQuery | null>(null);
  const [active, setActive] = useState(0);
  const choices = query ? findChoices(query.words, ({ key }) => text(`blocks.${key}`)) : [];
  const shown = choices.length > 0 ? query : null;
  const take = ({ put }: BlockChoice) => {
    if (!editor || !query) return;
    setQuery(null);
    editor.chain().focus().deleteRange(query).run();
    put(editor, outside);
  };
  return {
    query: shown,
    choices,
    active: Math.min(active, choices.length - 1),
    take,
    look: (changed, typed) => {
      const next = slashQuery(changed.state);
      setQuery((before) => (next && (typed || before) ? next : null));
      if (typed) setActive(0);
    },
    onKey: (event) => {
      if (!shown || event.isComposing) return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const choice = choices[Math.min(active, choices.length - 1)];
      if (step !== undefined) setActive((active + step + choices.length) % choices.length);
      else if (event.key === "Escape") setQuery(null);
      else if ((event.key === "Enter" || event.key === "Tab") && choice) take(choice);
      else return false;
      return true;
    },
  };
}

/** Height that the menu needs below the caret, in pixels. */
const ROOM = 320;

export function SlashMenu({ editor, menu }: { editor: Editor; menu: SlashState }) {
  const text = useText("memos");
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const { query, choices, active, take } = menu;
  const { dom } = editor.view;
  const activeId = `${id}-${active}`;
  useEffect(() => {
    dom.setAttribute("aria-controls", id);
    dom.setAttribute("aria-activedescendant", activeId);
    list.current?.querySelector(`[id="${activeId}"]`)?.scrollIntoView({ block: "nearest" });
    return () => {
      dom.removeAttribute("aria-controls");
      dom.removeAttribute("aria-activedescendant");
    };
  }, [dom, id, activeId]);
  if (!query) return null;
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={text("insert_block")}
      style={placeOf(editor, query.from)}
      className="absolute z-20 max-h-72 w-60 overflow-y-auto rounded-md bg-raised p-1 shadow-float"
    >
      {choices.map((choice, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys are taken in the text, which keeps the focus
        // biome-ignore lint/a11y/useFocusableInteractive: the text has the focus and names the active option
        <div
          key={choice.key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          data-highlighted={index === active ? "" : undefined}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(choice)}
          className={itemStyle}
        >
          <choice.icon aria-hidden="true" className="text-muted" />
          <span className="truncate">{text(`blocks.${choice.key}`)}</span>
        </div>
      ))}
    </div>
  );
}

/** Returns the place below a character of the text, or above it where the window ends. */
function placeOf({ view }: Editor, position: number) {
  const at = view.coordsAtPos(position);
  const box = (view.dom.parentElement ?? view.dom).getBoundingClientRect();
  const isRight = getComputedStyle(view.dom).direction === "rtl";
  const side = isRight
    ? { right: Math.max(0, Math.min(box.right - at.right, box.width - 240)) }
    : { left: Math.max(0, Math.min(at.left - box.left, box.width - 240)) };
  const isAbove = at.bottom + ROOM > innerHeight && at.top > ROOM;
  return isAbove ? { ...side, bottom: box.bottom - at.top + 6 } : { ...side, top: at.bottom - box.top + 6 };
}
