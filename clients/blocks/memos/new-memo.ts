import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { NewMemo } from "@ensemble/contract/wire";

/** Fields for a new memo; the rest is empty. */
export type MemoToKeep = Partial<Omit<NewMemo, "id">>;

/** Returns the fields of a memo for an uploaded image. */
export const memoOfPicture = (name: string, fileId: string): MemoToKeep => ({
  kind: "image",
  title: name.replace(/\.[^.]*$/, ""),
  file_id: fileId,
});

/** Returns a new memo with a client-generated id, so that sending it twice saves it once. */
export const newMemo = (fields: MemoToKeep): NewMemo => ({
  id: uuidV7(),
  kind: "note",
  title: "",
  body: "",
  source_url: null,
  source_path: null,
  file_id: null,
  quote: null,
  tags: [],
  ...fields,
});
