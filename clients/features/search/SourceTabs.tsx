import type { SearchSource } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { chipField, chipStyle } from "@ensemble/ui/fields/CheckChips";
import clsx from "clsx";
import { useEffect, useId, useRef } from "react";
import { SOURCE_ICONS } from "./source-icons";

/** Tabs for the source to search. On narrow screens they scroll horizontally. */
export function SourceTabs({
  sources,
  value,
  onChange,
}: {
  sources: readonly SearchSource[];
  value: SearchSource;
  onChange: (source: SearchSource) => void;
}) {
  const text = useText("search");
  const name = useId();
  const chosen = useRef<HTMLLabelElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was chosen before may stand beyond the edge
  useEffect(() => {
    // In new browsers it returns a promise, which is not a cleanup function.
    chosen.current?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [value]);
  return (
    <div
      role="radiogroup"
      aria-label={text("source")}
      className="-my-1 flex gap-1.5 overflow-x-auto py-1 [scrollbar-width:none] max-sm:-mx-4 max-sm:px-4 sm:flex-wrap"
    >
      {sources.map((source) => {
        const Icon = SOURCE_ICONS[source];
        return (
          <label
            key={source}
            ref={source === value ? chosen : undefined}
            className={clsx(chipStyle, "flex-none gap-1.5")}
          >
            <input
              type="radio"
              name={name}
              value={source}
              checked={source === value}
              onChange={() => onChange(source)}
              className={chipField}
            />
            <Icon className="size-4" aria-hidden="true" />
            {text(`sources.${source}`)}
          </label>
        );
      })}
    </div>
  );
}
