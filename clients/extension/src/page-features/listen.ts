/**
 * Hears of what happens in a page before the page does, and never holds it up. With the signal, all of it ends at once: it says what
 * every listener of the resident script has to.
 */
export const listen = (
  target: EventTarget,
  names: string,
  signal: AbortSignal,
  // biome-ignore lint/suspicious/noExplicitAny: the event is what its name says
  hear: (event: any) => void,
): void => {
  for (const name of names.split(" "))
    target.addEventListener(name, hear, { signal, passive: true, capture: true });
};
