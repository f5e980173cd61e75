/** Line of the table that `make bench` prints. */
export interface Figure {
  name: string;
  unit: string;
  at_most: number | null;
  measured: number;
}

/** Number of visits, so that one hiccup of the machine does not decide. */
export const VISITS = 7;

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** In the page: records when the field with this label becomes usable. */
export function markWhenUsable(label: string): void {
  const watcher = new MutationObserver(() => {
    const field = document.querySelector<HTMLTextAreaElement>(`textarea[aria-label="${label}"]`);
    if (!field || field.disabled) return;
    watcher.disconnect();
    performance.mark("usable");
  });
  watcher.observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["disabled"],
  });
}
