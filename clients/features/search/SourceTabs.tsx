import type { SearchSource } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { useId } from "react";
import { SOURCE_ICONS } from "./source-icons";

/** Where is searched: one of a few places, all in sight. On a narrow screen they move sideways. */
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
            className="relative flex h-8 flex-none items-center gap-1.5 rounded-full px-3 text-muted text-sm shadow-[inset_0_0_0_1px_var(--line)] transition-colors hover:text-ink has-checked:bg-accent-soft has-checked:text-accent-ink has-checked:shadow-none has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 touch:h-11"
          >
            <input
              type="radio"
              name={name}
              value={source}
              checked={source === value}
              onChange={() => onChange(source)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-[inherit]"
            />
            <Icon className="size-4" aria-hidden="true" />
            {text(`sources.${source}`)}
          </label>
        );
      })}
    </div>
  );
}
