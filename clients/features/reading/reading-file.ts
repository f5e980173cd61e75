import type { Reading, ReadingPlace } from "@ensemble/contract/wire";
import { timeText } from "./cited-places";

/** Returns the text of a reading as a file for a chat. */
export function readingFile(
  { title, url }: Pick<Reading, "title" | "url">,
  places: readonly ReadingPlace[],
): File {
  const head = [title, url].filter(Boolean).join("\n");
  const body = places.map(({ text, page, at_seconds }) => {
    if (at_seconds !== null) return `[${timeText(at_seconds)}] ${text}`;
    return page === null ? text : `[p. ${page}] ${text}`;
  });
  return new File([[head, ...body].join("\n\n")], `${nameOf(title)}.txt`, { type: "text/plain" });
}

/** Removes characters from a title that file names cannot contain. */
function nameOf(title: string): string {
  const name = title.replace(/[\p{Cc}"*/:<>?\\|]/gu, " ").replace(/\.[a-z0-9]{1,5}$/i, "");
  return [...name.trim().replace(/\s+/g, " ")].slice(0, 60).join("") || "text";
}
