import { PLACES } from "@ensemble/blocks/places";

/** Number of characters that suffice to find a highlight on its page. */
const FOUND_BY_CHARS = 160;

/** Returns the address of a highlighted quote for a memo's source. */
export function placeOfQuote(documentId: string, page: number, quote: string): string {
  const beginning = [...quote].slice(0, FOUND_BY_CHARS).join("").trim();
  // Consecutive dots would lead upwards in a path, which memos do not accept.
  return PLACES.passage(PLACES.document(documentId, page), beginning).replaceAll("..", ".%2E");
}
