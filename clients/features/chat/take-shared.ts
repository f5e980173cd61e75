import type { Attachments } from "@ensemble/blocks/attachments/attachments";
import type { Drafts } from "@ensemble/blocks/drafts";
import { dropShared, sharedText, sharedThings } from "@ensemble/blocks/shared-things";

/** Puts what another app shared into a draft, before what was typed there. Taking it twice is taking it once. */
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
  // It is in the draft by now, which survives whatever comes.
  await dropShared(id);
}
