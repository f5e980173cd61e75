import { useText } from "@ensemble/i18n/text";
import { SearchField } from "@ensemble/ui/fields/SearchField";
import { IconButton } from "@ensemble/ui/IconButton";
import { ListChecks, Settings2, Star, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { ImageFilter } from "./gallery-pages";
import type { Selection } from "./use-selection";

const ImageSettingsDialog = lazy(() =>
  import("./ImageSettingsDialog").then((file) => ({ default: file.ImageSettingsDialog })),
);

/** Search, favorites, trash, selection and settings of a gallery. */
export function GalleryFilters({
  filter,
  selection,
  onChange,
}: {
  filter: ImageFilter;
  selection: Selection;
  onChange: (change: Partial<ImageFilter>) => void;
}) {
  const text = useText("images");
  const [isOpen, setIsOpen] = useState(false);
  const pressed = "aria-pressed:bg-accent-soft";
  return (
    <div className="flex items-center gap-1">
      <SearchField
        label={text("search_images")}
        clearLabel={text("clear")}
        value={filter.q}
        onChange={(q) => onChange({ q })}
      />
      <IconButton
        label={text("favorites")}
        aria-pressed={filter.starred}
        className={pressed}
        icon={<Star />}
        onClick={() => onChange({ starred: !filter.starred })}
      />
      <IconButton
        label={text("trash")}
        aria-pressed={filter.deleted}
        className={pressed}
        icon={<Trash2 />}
        onClick={() => onChange({ deleted: !filter.deleted, boardId: null, starred: false })}
      />
      <IconButton
        label={text("select")}
        aria-pressed={selection.chosen !== null}
        className={pressed}
        icon={<ListChecks />}
        onClick={selection.chosen ? selection.end : selection.begin}
      />
      <IconButton label={text("image_settings")} icon={<Settings2 />} onClick={() => setIsOpen(true)} />
      {isOpen ? (
        <Suspense fallback={null}>
          <ImageSettingsDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
