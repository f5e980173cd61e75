/** Words of somebody's own within a text of ours, in the direction of their own script. */
export const isolated = (words: string): string => `\u2068${words}\u2069`;
