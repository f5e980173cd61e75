/** Number of characters that are laid out together. */
export const CHUNK_CHARS = 4_000;

/** Splits a text into chunks of about `CHUNK_CHARS`, after the end of a line where there is one. They add up to the text. */
export function chunksOf(text: string): string[] {
  const chunks: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = endOf(text, start);
    chunks.push(text.slice(start, end));
    start = end;
  }
  return chunks;
}

function endOf(text: string, start: number): number {
  const end = start + CHUNK_CHARS;
  if (end >= text.length) return text.length;
  const line = text.lastIndexOf("\n", end - 1);
  if (line >= start) return line + 1;
  // Never between the two halves of a character.
  return /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;
}
