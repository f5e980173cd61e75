import { useDraftText } from "@ensemble/blocks/use-draft-text";
import type { AttachedThing } from "@ensemble/contract/wire";
import { readReferences, referencesAt, storedReferences } from "./references";

/** What the draft at a place refers to, and the way to change it. */
export function useReferences(
  place: string,
): [readonly AttachedThing[], (things: readonly AttachedThing[]) => void] {
  const [stored, store] = useDraftText(referencesAt(place));
  return [readReferences(stored), (things) => store(storedReferences(things))];
}
