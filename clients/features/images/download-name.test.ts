import { expect, test } from "vitest";
import { downloadName } from "./download-name";

test.each([
  ["cat.png", "image/png", "remove_background", "cat-remove-background.png"],
  ["A fox: snow / night?", "image/jpeg", null, "A fox  snow   night.jpg"],
  ["", "image/svg+xml", "logo", "image-logo.svg"],
  ["狐狸".repeat(60), "image/webp", null, `${"狐狸".repeat(40)}.webp`],
])("%j is downloaded under a name that every file system takes", (title, media_type, tool, name) => {
  expect(downloadName(title, { media_type, tool })).toBe(name);
});
