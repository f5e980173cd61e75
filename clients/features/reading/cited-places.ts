/** `[3]`, `[3, 7]`: the numbers of places in a summary, but for what is a link or code. */
const NUMBERS = /(`[^`\n]*`)|\[(\d{1,4}(?:\s*[,;]\s*\d{1,4})*)\](?!\()/g;

/** A summary's Markdown with its numbers as links to the places of its text. `page`: the reading's own address. */
export function withPlaces(summary: string, page: string): string {
  return summary.replace(NUMBERS, (whole, code: string | undefined, numbers: string | undefined) => {
    if (code || !numbers) return whole;
    return numbers
      .split(/[,;]/)
      .map((number) => `[[${Number(number)}]](<${page}#place-${Number(number)}>)`)
      .join("");
  });
}

/** The place that an address leads to; null where it leads to none. */
export function placeIn(address: string): number | null {
  const number = /#place-(\d{1,4})$/.exec(address)?.[1];
  return number ? Number(number) : null;
}

/** A time of a video, as players show it. */
export function timeText(seconds: number): string {
  const two = (part: number) => String(part).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
