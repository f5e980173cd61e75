import { type ComposerSeat, useFieldKeys } from "@ensemble/blocks/composer-plugs";
import { popupStyle } from "@ensemble/ui/popups/popup-styles";
import clsx from "clsx";
import { type ReactNode, useEffect, useId, useState } from "react";

interface SuggestionsProps<One> {
  fieldRef: ComposerSeat["fieldRef"];
  /** Suggestions; the list is hidden if there are none. */
  found: readonly One[];
  /** Accessible name of the list with the number of entries. */
  label: string;
  count: string;
  /** Query; a change resets the selection to the top. */
  query: string;
  keyOf: (one: One) => string;
  onChoose: (one: One) => void;
  onDismiss: () => void;
  children: (one: One) => ReactNode;
}

/**
 * List of suggestions for the text being typed. The focus stays in the field, whose ARIA attributes name the
 * list and the entry that Enter takes.
 */
export function Suggestions<One>(props: SuggestionsProps<One>) {
  const { fieldRef, found, label, count, query, keyOf, onChoose, onDismiss, children } = props;
  const id = useId();
  const [at, setAt] = useState(0);
  const open = found.length > 0;
  const active = Math.min(at, found.length - 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another name begins at the top
  useEffect(() => setAt(0), [query]);

  useFieldKeys(fieldRef, open, ({ key, shiftKey, ctrlKey, metaKey, altKey }) => {
    if (shiftKey || ctrlKey || metaKey || altKey) return false;
    const chosen = found[active];
    if (key === "ArrowDown") setAt((active + 1) % found.length);
    else if (key === "ArrowUp") setAt((active + found.length - 1) % found.length);
    else if ((key === "Enter" || key === "Tab") && chosen) onChoose(chosen);
    else if (key === "Escape") onDismiss();
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
  useEffect(() => {
    if (open) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [open, id, active]);

  return (
    <>
      <div role="status" className="sr-only">
        {open ? count : null}
      </div>
      {open ? (
        <div
          id={id}
          role="listbox"
          aria-label={label}
          className={clsx(popupStyle, "absolute inset-x-4 bottom-full z-30 mb-2 max-h-64 overflow-y-auto")}
        >
          {found.map((one, index) => (
            <div
              key={keyOf(one)}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => setAt(index)}
              onClick={() => onChoose(one)}
              onKeyDown={() => undefined}
              className={clsx(
                "flex min-h-9 cursor-default items-center gap-2.5 rounded-sm px-2 text-sm touch:min-h-11",
                index === active && "bg-hover",
              )}
            >
              {children(one)}
            </div>
          ))}
        </div>
      ) : null}
    </>
  );
}
