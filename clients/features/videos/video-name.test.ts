import { expect, test } from "vitest";
import { downloadName } from "./video-name";

test.each([
  ["A fox in the snow", "video/mp4", "A fox in the snow.mp4"],
  ["A fox: snow / night?", "video/webm", "A fox  snow   night.webm"],
  ["", "video/quicktime", "video.mov"],
  ["狐狸".repeat(60), "video/mp4", `${"狐狸".repeat(40)}.mp4`],
])("%j is downloaded under a name that every file system takes", (prompt, media_type, name) => {
  expect(downloadName({ prompt, media_type })).toBe(name);
});
