/** Splits a text into site names at any separator. */
export const namesIn = (text: string): string[] => text.split(/[\s,;،؛、，；]+/u).filter(Boolean);
