import { create } from "zustand";
import { between, type Line } from "./list-rows";

/** Selected conversations, while selection mode is active. */
interface Selection {
  active: boolean;
  ids: ReadonlySet<string>;
  /** Start of a range selection. */
  anchor: string | null;
}

const NOTHING: Selection = { active: false, ids: new Set(), anchor: null };

export const useSelection = create<Selection>(() => NOTHING);

export const startSelecting = (id?: string) =>
  useSelection.setState({ active: true, ids: new Set(id ? [id] : []), anchor: id ?? null });

export const stopSelecting = () => useSelection.setState(NOTHING);

/** Selects or deselects a conversation. */
export function toggleSelected(id: string): void {
  const ids = new Set(useSelection.getState().ids);
  if (!ids.delete(id)) ids.add(id);
  useSelection.setState({ active: true, ids, anchor: id });
}

/** Selects the range from the last selected conversation to this one. */
export function selectTo(id: string, lines: readonly Line[]): void {
  const { anchor, ids } = useSelection.getState();
  const range = between(lines, anchor ?? id, id);
  useSelection.setState({ active: true, ids: new Set([...ids, ...range]), anchor: anchor ?? id });
}

export const selectAll = (all: readonly string[]) =>
  useSelection.setState({ active: true, ids: new Set(all), anchor: all[0] ?? null });
