import type { KeyboardEvent } from "react";
import type { Line } from "./list-rows";
import { selectAll, selectTo, stopSelecting, toggleSelected, useSelection } from "./selection";
import { useDeleteMany } from "./use-delete-many";
import type { useList } from "./use-list";

/**
 * Keyboard handling of the list: arrows move, Space and x select, with Shift a range, Ctrl+A selects all,
 * Delete deletes, Escape ends the selection.
 */
export function useListKeys(
  lines: readonly Line[],
  timeline: ReturnType<typeof useList>["timeline"],
  scrollTo: (index: number) => void,
) {
  const removeMany = useDeleteMany();

  const selectEverything = async () => {
    selectAll(idsOf(lines));
    let page = timeline;
    while (page.hasNextPage) page = await page.fetchNextPage();
    const rest = page.data?.pages.flatMap(({ items }) => items.map(({ id }) => id)) ?? [];
    selectAll([...new Set([...idsOf(lines), ...rest])]);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { active, ids } = useSelection.getState();
    const id = (event.target as HTMLElement).closest<HTMLElement>("[data-conversation]")?.dataset
      .conversation;
    const press = keyOf(event);
    if (press === "ArrowDown" || press === "ArrowUp") {
      event.preventDefault();
      const next = neighbour(event.currentTarget, press === "ArrowDown" ? 1 : -1, scrollTo);
      const target = next?.dataset.conversation;
      if (event.shiftKey && id && target) {
        if (!active) toggleSelected(id);
        selectTo(target, lines);
      }
    } else if (id && (press === " " || press === "x")) {
      event.preventDefault();
      if (event.shiftKey) selectTo(id, lines);
      else toggleSelected(id);
    } else if (press === "mod+a") {
      event.preventDefault();
      void selectEverything();
    } else if (press === "Escape" && active) {
      event.preventDefault();
      event.stopPropagation();
      stopSelecting();
    } else if (press === "Delete" && (ids.size > 0 || id)) {
      event.preventDefault();
      removeMany(ids.size > 0 ? [...ids] : [id ?? ""]);
      stopSelecting();
    }
  };
  return { onKeyDown, selectEverything: () => void selectEverything() };
}

const idsOf = (lines: readonly Line[]) =>
  lines.flatMap((line) => (line.kind === "conversation" ? [line.conversation.id] : []));

/** Returns the key with Ctrl or Command; other modified keys are not handled here. */
function keyOf({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): string {
  const typing = target instanceof HTMLInputElement;
  if (typing || altKey) return "";
  return ctrlKey || metaKey ? `mod+${key.toLowerCase()}` : key;
}

/** Moves the focus to the previous or next line and renders it if necessary. */
function neighbour(
  list: HTMLElement,
  by: 1 | -1,
  scrollTo: (index: number) => void,
): HTMLElement | undefined {
  const all = [...list.querySelectorAll<HTMLElement>("[data-line]")].sort((a, b) => topOf(a) - topOf(b));
  const at = all.findIndex((line) => line.closest("li")?.contains(document.activeElement));
  const next = all[at + by];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView?.({ block: "nearest" });
  if (at + by === 0) scrollTo(0);
  return next;
}

const topOf = (line: HTMLElement) => line.getBoundingClientRect().top;
