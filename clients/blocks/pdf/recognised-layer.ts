import type { RecognisedWord } from "@ensemble/contract/wire";

/**
 * Places recognized words invisibly over the scanned image, like the text layer of pdf.js, so that they can
 * be selected, searched and highlighted. Returns their elements in reading order.
 */
export function layWords(
  container: HTMLElement,
  lines: readonly (readonly RecognisedWord[])[],
  width: number,
  height: number,
): HTMLElement[] {
  const laid = lines.flatMap((words, row) => {
    if (row > 0) container.append(document.createElement("br"));
    return words.map((word, index) => {
      const element = document.createElement("span");
      // The space belongs to the word, so that a selection has no gaps.
      const next = words[index + 1];
      const goesOn = next !== undefined && next.x > word.x;
      element.textContent = goesOn ? `${word.text} ` : word.text;
      element.style.left = `${word.x * 100}%`;
      element.style.top = `${word.y * 100}%`;
      element.style.fontSize = `${word.height * height}px`;
      container.append(element);
      return { element, room: (goesOn ? next.x - word.x : word.width) * width };
    });
  });
  // Measures all of them before changing any, to avoid a layout for each.
  const widths = laid.map(({ element }) => element.offsetWidth);
  laid.forEach(({ element, room }, index) => {
    const own = widths[index] ?? 0;
    if (own > 0) element.style.transform = `scaleX(${room / own})`;
  });
  return laid.map(({ element }) => element);
}
