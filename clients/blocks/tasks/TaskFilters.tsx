import { useText } from "@ensemble/i18n/text";
import { SearchField } from "@ensemble/ui/fields/SearchField";
import { IconButton } from "@ensemble/ui/IconButton";
import { Trash2 } from "lucide-react";
import type { TaskFilter } from "./task-kind";

/** Filters a list of tasks by words of their titles, and switches to the trash. */
export function TaskFilters({
  filter,
  onChange,
}: {
  filter: TaskFilter;
  onChange: (filter: TaskFilter) => void;
}) {
  const text = useText("common");
  return (
    <div className="flex items-center gap-1">
      <SearchField
        label={text("search")}
        clearLabel={text("clear")}
        value={filter.q}
        onChange={(q) => onChange({ ...filter, q })}
      />
      <IconButton
        label={text("trash")}
        aria-pressed={filter.deleted}
        className="aria-pressed:bg-accent-soft"
        icon={<Trash2 />}
        onClick={() => onChange({ ...filter, deleted: !filter.deleted })}
      />
    </div>
  );
}
