import { useText } from "@ensemble/i18n/text";
import { tooltipOf } from "@ensemble/ui/popups/Tooltip";
import { useEffect, useRef, useState } from "react";

/** Current page number; on click, another one can be typed. */
export function PageNumber({
  current,
  count,
  onGo,
}: {
  current: number;
  count: number;
  onGo: (number: number) => void;
}) {
  const text = useText("library");
  const [typed, setTyped] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const isTyped = typed !== null;
  useEffect(() => {
    if (isTyped) field.current?.select();
  }, [isTyped]);
  if (typed === null)
    return (
      <button
        type="button"
        {...tooltipOf({ text: text("go_to_page") })}
        className="-ms-1.5 rounded-md px-1.5 py-1 text-muted tabular-nums hover:bg-hover hover:text-ink touch:min-h-11"
        onClick={() => setTyped(String(current))}
      >
        {text("page_of", { number: current, count })}
      </button>
    );
  const go = () => {
    const number = Number.parseInt(typed.normalize("NFKC"), 10);
    setTyped(null);
    if (number >= 1) onGo(Math.min(number, count));
  };
  return (
    <input
      ref={field}
      inputMode="numeric"
      aria-label={text("go_to_page")}
      value={typed}
      className="h-8 w-16 rounded-md bg-raised px-2 text-center tabular-nums outline-none shadow-[inset_0_0_0_1.5px_var(--accent-ink)] touch:h-11 touch:text-base"
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => setTyped(null)}
      onKeyDown={(event) => {
        if (event.key === "Enter") {
          event.preventDefault();
          go();
        }
        if (event.key === "Escape") {
          event.stopPropagation();
          setTyped(null);
        }
      }}
    />
  );
}
