import { useDraftText } from "@ensemble/blocks/drafts/use-draft-text";
import type { AttachedThing } from "@ensemble/contract/wire";
import { readReferences, referencesAt, storedReferences } from "./references";

/** Returns the references of the draft at a place, and a function to change them. */
export function useReferences(
  place: string,
): [readonly AttachedThing[], (things: readonly AttachedThing[]) => void] {
  const [stored, store] = useDraftText(referencesAt(place));
  return [readReferences(stored), (things) => store(storedReferences(things))];
}
