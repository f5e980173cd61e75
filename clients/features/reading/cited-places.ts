/** Matches `[3]` and `[3, 7]` in a summary, except in links and code. */
const NUMBERS = /(`[^`\n]*`)|\[(\d{1,4}(?:\s*[,;]\s*\d{1,4})*)\](?!\()/g;

/** Links a summary's numbers to the passages of its text. `page`: the reading's address. */
export function withPlaces(summary: string, page: string): string {
  return summary.replace(NUMBERS, (whole, code: string | undefined, numbers: string | undefined) => {
    if (code || !numbers) return whole;
    return numbers
      .split(/[,;]/)
      .map((number) => `[[${Number(number)}]](<${page}#place-${Number(number)}>)`)
      .join("");
  });
}

/** Returns the passage number of an address; null: none. */
export function placeIn(address: string): number | null {
  const number = /#place-(\d{1,4})$/.exec(address)?.[1];
  return number ? Number(number) : null;
}

/** Formats a video time like players do. */
export function timeText(seconds: number): string {
  const two = (part: number) => String(part).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
