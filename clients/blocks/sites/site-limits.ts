/** The names of sites in a text, however they are parted. */
export const namesIn = (text: string): string[] => text.split(/[\s,;،؛、，；]+/u).filter(Boolean);
