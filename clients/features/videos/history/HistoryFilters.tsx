import { useText } from "@ensemble/i18n/text";
import { SearchField } from "@ensemble/ui/fields/SearchField";
import { IconButton } from "@ensemble/ui/IconButton";
import { Star, Trash2 } from "lucide-react";
import type { VideoFilter } from "./history-queries";

/** Search, favorites and trash of the history. */
export function HistoryFilters({
  filter,
  onChange,
}: {
  filter: VideoFilter;
  onChange: (change: Partial<VideoFilter>) => void;
}) {
  const text = useText("videos");
  return (
    <div className="flex items-center gap-1">
      <SearchField
        label={text("search_videos")}
        clearLabel={text("clear")}
        value={filter.q}
        onChange={(q) => onChange({ q })}
      />
      <IconButton
        label={text("favorites")}
        aria-pressed={filter.starred}
        className="aria-pressed:bg-accent-soft"
        icon={<Star />}
        onClick={() => onChange({ starred: !filter.starred })}
      />
      <IconButton
        label={text("trash")}
        aria-pressed={filter.deleted}
        className="aria-pressed:bg-accent-soft"
        icon={<Trash2 />}
        onClick={() => onChange({ deleted: !filter.deleted, starred: false })}
      />
    </div>
  );
}
