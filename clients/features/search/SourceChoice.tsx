import type { SearchSource } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { useId } from "react";

const SOURCES = ["web", "news", "academic", "developer"] as const satisfies readonly SearchSource[];

/** For which sources a service is asked: some, and one at least. */
export function SourceChoice({
  value,
  error,
  onChange,
}: {
  value: readonly SearchSource[];
  error: string | null;
  onChange: (sources: SearchSource[]) => void;
}) {
  const text = useText("search");
  const errorId = useId();
  const toggle = (source: SearchSource) =>
    onChange(SOURCES.filter((one) => (one === source ? !value.includes(one) : value.includes(one))));
  return (
    <fieldset aria-describedby={error ? errorId : undefined} className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">{text("own.sources")}</legend>
      <div className="flex flex-wrap gap-1.5">
        {SOURCES.map((source) => (
          <label
            key={source}
            className="relative flex h-8 items-center rounded-full px-3 text-muted text-sm shadow-[inset_0_0_0_1px_var(--line)] transition-colors hover:text-ink has-checked:bg-accent-soft has-checked:text-accent-ink has-checked:shadow-none has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 touch:h-11"
          >
            <input
              type="checkbox"
              checked={value.includes(source)}
              onChange={() => toggle(source)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-[inherit]"
            />
            {text(`sources.${source}`)}
          </label>
        ))}
      </div>
      {error ? (
        <p id={errorId} className="text-danger text-sm">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
