import type { AttachedThing } from "@ensemble/contract/wire";
import { drop, put, readOne } from "../device-store";

/** Content shared by another app on the phone, or by another page here. */
export interface SharedThings {
  title: string;
  text: string;
  url: string;
  files: File[];
  /** Library items, given like references with `#`. */
  things?: AttachedThing[];
}

export const sharedThings = (id: string): Promise<SharedThings | undefined> =>
  readOne<SharedThings>("shared", id);

/** Stores content for the composer of a new chat, at `/home/chat?shared=` and its id. */
export const keepShared = (id: string, things: SharedThings): Promise<unknown> => put("shared", id, things);

export const dropShared = (id: string): Promise<unknown> => drop("shared", id);

/** Joins shared content into one text. Many apps repeat the address, or the title in the text. */
export function sharedText({ title, text, url }: Pick<SharedThings, "title" | "text" | "url">): string {
  const lines = [title, text, url].filter(Boolean);
  return lines
    .filter((line, index) => !lines.some((other, at) => at !== index && holds(other, line, at < index)))
    .join("\n");
}

/** Returns true if `whole` includes `part`; of two equal texts the first stays. */
const holds = (whole: string, part: string, isEarlier: boolean) =>
  whole.includes(part) && (whole.length > part.length || isEarlier);
