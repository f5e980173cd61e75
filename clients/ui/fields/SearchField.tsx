import { Search, X } from "lucide-react";
import { IconButton } from "../IconButton";

/** Search field that filters the content below it. Escape clears it. */
export function SearchField({
  label,
  clearLabel,
  value,
  onChange,
}: {
  label: string;
  clearLabel: string;
  value: string;
  onChange: (words: string) => void;
}) {
  return (
    <div className="flex h-9 min-w-0 flex-1 items-center gap-2 rounded-md bg-hover ps-2.5 pe-1 focus-within:bg-raised focus-within:shadow-[inset_0_0_0_1px_var(--edge)] touch:h-11">
      <Search className="size-4 text-faint" aria-hidden="true" />
      <input
        type="search"
        dir="auto"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || value === "") return;
          event.stopPropagation();
          onChange("");
        }}
        className="h-full min-w-0 flex-1 bg-transparent text-sm outline-none placeholder:text-muted touch:text-base rtl:placeholder:text-right [&::-webkit-search-cancel-button]:hidden"
      />
      {value ? <IconButton size="sm" label={clearLabel} icon={<X />} onClick={() => onChange("")} /> : null}
    </div>
  );
}
