import type { Drafts } from "@ensemble/blocks/drafts/drafts";
import { dropShared, sharedText, sharedThings } from "@ensemble/blocks/sharing/shared-things";
import type { Attachments } from "../attachments/attachments";
import { readReferences, referencesAt, storedReferences } from "../references/references";

/** Prepends content shared by another app or page to a draft. Idempotent. */
export async function takeShared(
  id: string,
  place: string,
  { drafts, attachments }: { drafts: Drafts; attachments: Attachments },
): Promise<void> {
  const things = await sharedThings(id);
  if (!things) return;
  const text = sharedText(things);
  if (text) drafts.give(place, text);
  if (things.files.length > 0) attachments.add(place, things.files);
  if (things.things) {
    const at = referencesAt(place);
    drafts.write(at, storedReferences(readReferences(drafts.read(at)), things.things));
  }
  // It is in the draft by now, which survives everything.
  await dropShared(id);
}
