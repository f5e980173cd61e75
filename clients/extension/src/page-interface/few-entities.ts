const CHARACTERS: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
};

/** The names of characters that models write. Others stay as they are written. */
export const decodeNamedCharacterReference = (name: string): string | false => CHARACTERS[name] ?? false;
