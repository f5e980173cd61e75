import type { KeyValueStore } from "@ensemble/host/host";
import { create } from "zustand";
import { startTyping, stopTyping } from "../palette/type-ahead";

const KEY = "ensemble.frame";

export const LIST_WIDTH = { initial: 272, min: 216, max: 440 };

interface FrameState {
  listOpen: boolean;
  listWidth: number;
  /** The rail shows names beside its icons. */
  namesShown: boolean;
  paletteOpen: boolean;
}

/** Frame layout on this device. */
export const useFrame = create<FrameState>(() => ({
  listOpen: true,
  listWidth: LIST_WIDTH.initial,
  namesShown: true,
  paletteOpen: false,
}));

export function setPaletteOpen(paletteOpen: boolean): void {
  if (paletteOpen) startTyping(() => setPaletteOpen(false));
  else stopTyping();
  useFrame.setState({ paletteOpen });
}

export function restoreFrame(storage: KeyValueStore): void {
  try {
    const { listOpen, listWidth, namesShown } = JSON.parse(storage.get(KEY) ?? "{}") as Partial<FrameState>;
    if (typeof listOpen === "boolean") useFrame.setState({ listOpen });
    if (typeof namesShown === "boolean") useFrame.setState({ namesShown });
    if (typeof listWidth === "number") useFrame.setState({ listWidth: withinLimits(listWidth) });
  } catch {
    storage.remove(KEY);
  }
}

export function changeFrame(storage: KeyValueStore, change: Partial<Omit<FrameState, "paletteOpen">>): void {
  useFrame.setState(change);
  const { listOpen, listWidth, namesShown } = useFrame.getState();
  storage.set(KEY, JSON.stringify({ listOpen, listWidth, namesShown }));
}

const withinLimits = (width: number) => Math.min(LIST_WIDTH.max, Math.max(LIST_WIDTH.min, width));
