import { useHost } from "@ensemble/host/HostContext";
import { useStore } from "zustand";
import { type Drafts, draftsOf } from "./drafts";

export function useDrafts(): Drafts {
  const { storage, drafts } = useHost();
  return draftsOf(storage, drafts);
}

/** Returns the text typed at a place and its setter. */
export function useDraftText(place: string): [string, (text: string) => void] {
  const drafts = useDrafts();
  const text = useStore(drafts.texts, (texts) => texts[place]) ?? drafts.read(place);
  return [text, (next) => drafts.write(place, next)];
}
