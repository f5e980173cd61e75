/** Styles that are put into the prompt. `example`: slug of the filter that shows it on an example. */
export const STYLES = [
  { name: "photo" },
  { name: "film" },
  { name: "watercolor" },
  { name: "oil", example: "oil-painting" },
  { name: "pencil", example: "sketch" },
  { name: "line_art", example: "line-art" },
  { name: "comic", example: "cartoon" },
  { name: "anime", example: "anime" },
  { name: "flat", example: "illustration" },
  { name: "pixel", example: "pixel-art" },
  { name: "poster", example: "posterize" },
  { name: "render" },
  { name: "clay" },
  { name: "isometric" },
] as const;

export type StyleName = (typeof STYLES)[number]["name"];

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
