import type { SearchSource } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { CheckChips } from "@ensemble/ui/fields/CheckChips";

const SOURCES = ["web", "news", "academic", "developer"] as const satisfies readonly SearchSource[];

/** Selects the sources that an engine is used for: at least one. */
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
  return (
    <CheckChips<SearchSource>
      legend={text("own.sources")}
      options={SOURCES.map((source) => ({ value: source, label: text(`sources.${source}`) }))}
      chosen={value}
      error={error}
      onToggle={(source) =>
        onChange(SOURCES.filter((one) => (one === source ? !value.includes(one) : value.includes(one))))
      }
    />
  );
}
