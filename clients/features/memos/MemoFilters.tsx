import type { MemoKind, MemoTag } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { SearchField } from "@ensemble/ui/fields/SearchField";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { Select } from "@ensemble/ui/fields/Select";
import { LayoutGrid, Rows3 } from "lucide-react";
import { KIND_ICONS, KINDS } from "./kinds";

export type Layout = "list" | "grid";

/** Narrows the memos by words and type, and chooses their layout. */
export function MemoFilters({
  words,
  onWords,
  kind,
  onKind,
  layout,
  onLayout,
}: {
  words: string;
  onWords: (words: string) => void;
  kind: MemoKind | "all";
  onKind: (kind: MemoKind | "all") => void;
  layout: Layout;
  onLayout: (layout: Layout) => void;
}) {
  const text = useText("memos");
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="min-w-52 flex-1">
        <SearchField label={text("search")} clearLabel={text("clear")} value={words} onChange={onWords} />
      </div>
      <Select
        label={text("type")}
        hideLabel
        compact
        value={kind}
        options={[
          { value: "all" as const, label: text("all_types") },
          ...KINDS.map((value) => {
            const Icon = KIND_ICONS[value];
            return { value, label: text(`kinds.${value}`), icon: <Icon /> };
          }),
        ]}
        onChange={onKind}
      />
      {/* One column on a phone is a list either way. */}
      <div className="max-sm:hidden">
        <Segmented
          label={text("layout")}
          value={layout}
          options={[
            { value: "grid", label: text("grid"), icon: <LayoutGrid aria-hidden="true" /> },
            { value: "list", label: text("list"), icon: <Rows3 aria-hidden="true" /> },
          ]}
          onChange={onLayout}
        />
      </div>
    </div>
  );
}

/** Narrows the memos to one tag; pressed again, to none. */
export function TagFilter({
  tags,
  chosen,
  onChoose,
}: {
  tags: readonly MemoTag[];
  chosen: string | null;
  onChoose: (tag: string | null) => void;
}) {
  const text = useText("memos");
  if (tags.length === 0) return null;
  return (
    <ul aria-label={text("tags")} className="flex flex-wrap gap-1.5">
      {tags.map(({ id, name, memos: count }) => (
        <li key={id}>
          <button
            type="button"
            aria-pressed={chosen === name}
            onClick={() => onChoose(chosen === name ? null : name)}
            className="flex h-8 max-w-60 items-center gap-1.5 rounded-full bg-sunken px-3 text-muted text-sm shadow-[inset_0_0_0_1px_var(--line)] hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent-ink touch:h-11"
          >
            <span dir="auto" className="truncate">
              {name}
            </span>
            <span className="text-xs tabular-nums">{count}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
