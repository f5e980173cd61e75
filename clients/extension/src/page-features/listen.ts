/**
 * Adds a passive listener that runs before the page's own. The signal removes it, as is required of every
 * listener of the resident script.
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
