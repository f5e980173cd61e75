import type { ComposerSeat } from "@ensemble/blocks/composer-plugs";
import { useFieldKeys } from "@ensemble/blocks/composer-plugs";
import { OneLine } from "@ensemble/blocks/OneLine";
import { useText } from "@ensemble/i18n/text";
import { ModelGlyph } from "@ensemble/ui/ModelGlyph";
import { popupStyle } from "@ensemble/ui/popup-styles";
import clsx from "clsx";
import { useEffect, useId, useState } from "react";
import { completeMention, type Mentionable, suggestionsFor } from "./mentions";
import { useMentionQuery } from "./use-mention-query";
import { useMentionables } from "./use-mentionables";

/**
 * Who an `@` in the field may mean. The focus stays in the field, which is told of the list and of the entry that Enter
 * takes; whoever is named answers this message alone.
 */
export function MentionList({ seat }: { seat: Pick<ComposerSeat, "fieldRef" | "draft" | "setDraft"> }) {
  const text = useText("chat");
  const id = useId();
  const { fieldRef, draft, setDraft } = seat;
  const all = useMentionables();
  const [query, dismiss, moveTo] = useMentionQuery(fieldRef, draft);
  const found = query ? suggestionsFor(query.words, all) : [];
  const [at, setAt] = useState(0);
  const open = query !== null && found.length > 0 && !isComplete(query.words, found);
  const active = Math.min(at, found.length - 1);
  const start = query?.start;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another name begins at the top
  useEffect(() => setAt(0), [start, query?.words]);

  const choose = (one: Mentionable | undefined) => {
    if (!query || !one) return;
    const completed = completeMention(draft, query, one);
    setDraft(completed.text);
    moveTo(completed.cursor);
    requestAnimationFrame(() => {
      fieldRef.current?.focus();
      fieldRef.current?.setSelectionRange(completed.cursor, completed.cursor);
    });
  };
  useFieldKeys(fieldRef, open, ({ key, shiftKey, ctrlKey, metaKey, altKey }) => {
    if (shiftKey || ctrlKey || metaKey || altKey) return false;
    if (key === "ArrowDown") setAt((active + 1) % found.length);
    else if (key === "ArrowUp") setAt((active + found.length - 1) % found.length);
    else if (key === "Enter" || key === "Tab") choose(found[active]);
    else if (key === "Escape") dismiss();
    else return false;
    return true;
  });
  useEffect(() => {
    const field = fieldRef.current;
    if (!field || !open) return;
    const told = {
      "aria-autocomplete": "list",
      "aria-haspopup": "listbox",
      "aria-controls": id,
      "aria-activedescendant": `${id}-${active}`,
    };
    for (const [name, value] of Object.entries(told)) field.setAttribute(name, value);
    return () => {
      for (const name of Object.keys(told)) field.removeAttribute(name);
    };
  }, [fieldRef, open, id, active]);

  return (
    <>
      <div role="status" className="sr-only">
        {open ? text("mentions_found", { count: found.length }) : null}
      </div>
      {open ? (
        <div
          id={id}
          role="listbox"
          aria-label={text("mention_whom")}
          className={clsx(popupStyle, "absolute inset-x-4 bottom-full z-30 mb-2 max-h-64 overflow-y-auto")}
        >
          {found.map((one, index) => (
            <div
              key={`${one.kind} ${one.id}`}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => setAt(index)}
              onClick={() => choose(one)}
              onKeyDown={() => undefined}
              className={clsx(
                "flex min-h-9 cursor-default items-center gap-2.5 rounded-sm px-2 text-sm touch:min-h-11",
                index === active && "bg-hover",
              )}
            >
              <ModelGlyph id={one.id} size="sm" />
              <span className="min-w-0 flex-1">
                <OneLine>{one.name}</OneLine>
              </span>
              <span className="text-faint text-xs">{text(one.kind === "bot" ? "mention_bot" : "model")}</span>
            </div>
          ))}
        </div>
      ) : null}
    </>
  );
}

/** Whether a whole name stands there already, with a space behind: nothing is left to choose. */
const isComplete = (words: string, found: readonly Mentionable[]) =>
  words.endsWith(" ") && found.some(({ name }) => name.toLowerCase() === words.trim().toLowerCase());
