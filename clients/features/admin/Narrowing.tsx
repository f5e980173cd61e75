import { useText } from "@ensemble/i18n/text";
import { SearchField } from "@ensemble/ui/fields/SearchField";
import { Select } from "@ensemble/ui/fields/Select";

/** Filters a long list by text and by kind. */
export function Narrowing<Kind extends string>({
  label,
  words,
  onWords,
  kindLabel,
  kind,
  kinds,
  onKind,
}: {
  label: string;
  words: string;
  onWords: (words: string) => void;
  kindLabel: string;
  kind: Kind;
  kinds: readonly { value: Kind; label: string }[];
  onKind: (kind: Kind) => void;
}) {
  const text = useText("admin");
  return (
    <div className="flex flex-wrap gap-2">
      <div className="flex min-w-48 flex-1">
        <SearchField label={label} clearLabel={text("clear")} value={words} onChange={onWords} />
      </div>
      <div className="w-full sm:w-44">
        <Select label={kindLabel} hideLabel value={kind} options={kinds} onChange={onKind} />
      </div>
    </div>
  );
}
