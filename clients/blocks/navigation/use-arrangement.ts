import { useHost } from "@ensemble/host/HostContext";
import { create } from "zustand";
import { useMe } from "../session-queries";
import { type Arrangement, readArrangement } from "./arrangement";

/** Arrangements that were read from this device or changed on it, by account. */
const useArrangements = create<Record<string, Arrangement | undefined>>(() => ({}));

/** Returns the arrangement of the signed-in person's menu on this device, and a function that changes it. */
export function useArrangement(): [Arrangement, (change: Arrangement) => void] {
  const { storage } = useHost();
  const key = `navigation/${useMe().id}`;
  const arrangement = useArrangements((all) => all[key]) ?? readArrangement(storage.get(key));
  const change = (next: Arrangement) => {
    storage.set(key, JSON.stringify(next));
    useArrangements.setState({ [key]: next });
  };
  return [arrangement, change];
}
