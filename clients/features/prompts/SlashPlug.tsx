import { type ComposerSeat, useFieldKeys } from "@ensemble/blocks/composer-plugs";
import type { Prompt } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { popupStyle } from "@ensemble/ui/popups/popup-styles";
import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { lazy, Suspense, useEffect, useId, useRef, useState } from "react";
import { matches } from "./matches";
import { promptsQuery } from "./prompt-queries";
import { blanksOf } from "./template";

const PromptRunner = lazy(() => import("./PromptRunner").then((file) => ({ default: file.PromptRunner })));

/** Matches a slash at the very start, followed by a possible name. */
const SLASH = /^\/([^\n/]{0,60})$/;
const SHOWN_MAX = 8;

/**
 * Opens the prompt list on a slash at the start of the field: arrows select, Enter inserts, Escape closes.
 */
export function SlashPlug({ seat }: { seat: ComposerSeat }) {
  const [left, setLeft] = useState(false);
  const [running, setRunning] = useState<Prompt | null>(null);
  const words = SLASH.exec(seat.draft)?.[1];
  if (left && words === undefined) setLeft(false);
  const take = (prompt: Prompt) => {
    seat.setDraft("");
    if (blanksOf(prompt.content).length > 0) setRunning(prompt);
    else replace(seat, prompt.content);
  };
  return (
    <>
      {words !== undefined && !left ? (
        <SlashList seat={seat} words={words} onTake={take} onLeave={() => setLeft(true)} />
      ) : null}
      {running ? (
        <Suspense>
          <PromptRunner
            prompt={running}
            onClose={() => setRunning(null)}
            onInsert={(filled) => {
              setRunning(null);
              replace(seat, filled);
            }}
            onSend={(filled) => {
              setRunning(null);
              seat.send(filled);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function replace(seat: ComposerSeat, text: string): void {
  seat.setDraft(text);
  requestAnimationFrame(() => seat.fieldRef.current?.focus());
}

interface SlashListProps {
  seat: ComposerSeat;
  words: string;
  onTake: (prompt: Prompt) => void;
  onLeave: () => void;
}

function SlashList({ seat, words, onTake, onLeave }: SlashListProps) {
  const text = useText("prompts");
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const mine = useQuery(promptsQuery("mine"));
  const open = useQuery(promptsQuery("public"));
  const prompts = distinct([...(mine.data?.items ?? []), ...(open.data?.items ?? [])])
    .filter((prompt) => matches(prompt, words))
    .slice(0, SHOWN_MAX);
  const [at, setAt] = useState(0);
  const current = Math.min(at, prompts.length - 1);
  const shown = prompts.length > 0;

  useFieldKeys(seat.fieldRef, shown, (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setAt((current + step + prompts.length) % prompts.length);
    else if (event.key === "Escape") onLeave();
    else if ((event.key === "Enter" && !event.shiftKey) || event.key === "Tab") {
      const chosen = prompts[current];
      if (chosen) onTake(chosen);
    } else return false;
    return true;
  });
  useDescribedField(seat.fieldRef, shown ? listId : null, shown ? `${listId}-${current}` : null);
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: "nearest" });
  }, [current]);

  if (!shown) return null;
  return (
    <div className="relative z-20">
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={text("slash_list")}
        className={clsx(popupStyle, "absolute inset-x-0 bottom-0 max-h-72 overflow-y-auto")}
      >
        {prompts.map((prompt, index) => (
          <div
            key={prompt.id}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            className={clsx(
              "flex min-h-9 cursor-default items-baseline gap-3 rounded-sm px-2 py-1.5 text-sm touch:min-h-11",
              index === current ? "bg-hover" : undefined,
            )}
            onPointerMove={() => setAt(index)}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onTake(prompt)}
            onKeyDown={(event) => event.key === "Enter" && onTake(prompt)}
          >
            <span className="plain-bidi max-w-[60%] flex-none truncate font-medium">{prompt.name}</span>
            <span className="plain-bidi min-w-0 flex-1 truncate text-muted">{prompt.description}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

/** Describes the list that the field controls to screen readers. */
function useDescribedField(
  fieldRef: ComposerSeat["fieldRef"],
  listId: string | null,
  optionId: string | null,
): void {
  useEffect(() => {
    const field = fieldRef.current;
    if (!field || !listId || !optionId) return;
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("aria-controls", listId);
    field.setAttribute("aria-activedescendant", optionId);
    return () => {
      for (const name of ["aria-autocomplete", "aria-controls", "aria-activedescendant"])
        field.removeAttribute(name);
    };
  }, [fieldRef, listId, optionId]);
}

const distinct = (prompts: readonly Prompt[]): Prompt[] => [
  ...new Map(prompts.map((prompt) => [prompt.id, prompt])).values(),
];
