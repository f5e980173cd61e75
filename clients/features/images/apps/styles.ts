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
