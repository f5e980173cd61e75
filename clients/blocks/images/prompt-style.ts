/** Puts a style into a prompt, in place of the one that is there. Choosing it again takes it out. */
export function withStyle(
  prompt: string,
  words: string,
  { others, separator }: { others: readonly string[]; separator: string },
): string {
  const isThere = hasStyle(prompt, words, separator);
  const plain = others.reduce(
    (left, style) => without(left, style, separator),
    without(prompt, words, separator),
  );
  if (isThere) return plain;
  return plain.trim() === "" ? words : `${plain.trimEnd()}${separator}${words}`;
}

/** True if a prompt ends with a style. */
export const hasStyle = (prompt: string, words: string, separator: string): boolean =>
  prompt.trim() === words || prompt.trimEnd().endsWith(`${separator}${words}`);

const without = (prompt: string, words: string, separator: string): string => {
  if (prompt.trim() === words) return "";
  const ending = `${separator}${words}`;
  return prompt.trimEnd().endsWith(ending) ? prompt.trimEnd().slice(0, -ending.length) : prompt;
};
