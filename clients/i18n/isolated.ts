/** Isolates a person's words within our text, in the direction of their own script. */
export const isolated = (words: string): string => `\u2068${words}\u2069`;
