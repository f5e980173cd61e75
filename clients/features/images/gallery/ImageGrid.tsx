import type { Image } from "@ensemble/contract/wire";
import { useLocale } from "@ensemble/i18n/text";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { focusAfter, GAP, gridFor } from "./gallery-pages";
import { changeImagesMutation } from "./gallery-queries";
import { ImageCell } from "./ImageCell";
import type { Selection } from "./use-selection";

/** Rows above and below the visible ones. */
const OVERSCAN = 3;

/** Grid of images. Only what is near the view is in the page, so that thousands scroll smoothly. */
export function ImageGrid({
  images,
  scroller,
  selection,
  list,
  label,
  onOpen,
}: {
  images: readonly Image[];
  scroller: RefObject<HTMLElement | null>;
  selection: Selection;
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  label: string;
  onOpen: (image: Image) => void;
}) {
  // The virtualizer mutates in place, which the compiler cannot see.
  "use no memo";
  const { direction } = useLocale();
  const place = useRef<HTMLUListElement>(null);
  const { width, top } = usePlace(place, scroller);
  const { columns, rowHeight } = gridFor(width);
  const [focused, setFocused] = useState(0);
  const { mutate } = useMutation(changeImagesMutation(useQueryClient()));
  const star = useCallback(
    (image: Image) => mutate({ images: [image], change: { starred: !image.starred } }),
    [mutate],
  );
  const virtualizer = useVirtualizer({
    count: Math.ceil(images.length / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin: top,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are measured again when their height changes
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const rows = virtualizer.getVirtualItems();
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const nearEnd = (rows.at(-1)?.index ?? 0) >= Math.ceil(images.length / columns) - 2 * OVERSCAN;
  useEffect(() => {
    if (nearEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [nearEnd, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const move = (index: number) => {
    setFocused(index);
    virtualizer.scrollToIndex(Math.floor(index / columns), { align: "auto" });
    // The cell may come with the next rows.
    requestAnimationFrame(() =>
      place.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true }),
    );
  };
  const tabStop = Math.min(focused, images.length - 1);
  return (
    <ul
      ref={place}
      aria-label={label}
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
      onKeyDown={(event) => {
        const at = Number((event.target as HTMLElement).dataset.index ?? Number.NaN);
        if (Number.isNaN(at)) return;
        const next = focusAfter(event.key, at, images.length, columns, direction === "rtl");
        if (next === null) return;
        event.preventDefault();
        move(next);
      }}
    >
      {rows.flatMap(({ index: row, start }) =>
        images.slice(row * columns, (row + 1) * columns).map((image, column) => {
          const index = row * columns + column;
          return (
            <li
              key={image.id}
              className="absolute"
              style={{
                top: start - top,
                insetInlineStart: column * rowHeight,
                width: rowHeight - GAP,
                height: rowHeight - GAP,
              }}
            >
              <ImageCell
                image={image}
                index={index}
                isTabStop={index === tabStop || !isRendered(rows, tabStop, columns)}
                selection={selection}
                onOpen={onOpen}
                onStar={star}
                onFocus={setFocused}
              />
            </li>
          );
        }),
      )}
    </ul>
  );
}

/** True if the row of an image is in the page. */
const isRendered = (rows: readonly { index: number }[], index: number, columns: number) =>
  rows.some((row) => row.index === Math.floor(index / columns));

/** Returns the width of a list, and its distance from the start of what scrolls. */
function usePlace(place: RefObject<HTMLElement | null>, scroller: RefObject<HTMLElement | null>) {
  const [found, setFound] = useState({ width: 0, top: 0 });
  useLayoutEffect(() => {
    const list = place.current;
    const around = scroller.current;
    if (!list || !around) return;
    const measure = () => {
      const top = list.getBoundingClientRect().top - around.getBoundingClientRect().top + around.scrollTop;
      setFound((known) =>
        known.width === list.clientWidth && Math.abs(known.top - top) < 1
          ? known
          : { width: list.clientWidth, top },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(list);
    // What stands above it moves it.
    for (const child of list.parentElement?.children ?? []) observer.observe(child);
    return () => observer.disconnect();
  });
  return found;
}
