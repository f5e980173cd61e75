const CHARACTERS: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
};

/** Decodes common HTML entities; others stay as written. */
export const decodeNamedCharacterReference = (name: string): string | false => CHARACTERS[name] ?? false;
