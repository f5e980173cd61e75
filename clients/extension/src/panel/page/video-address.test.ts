import { expect, test } from "vitest";
import { videoAddress } from "./video-address";

test("of a video nothing but its address leaves", () => {
  const watch = "https://www.youtube.com/watch?v=aB3-_xyz";
  expect(videoAddress("https://m.youtube.com/watch?v=aB3-_xyz&list=secret&t=5#x")).toBe(watch);
  expect(videoAddress("https://www.youtube.com/shorts/aB3-_xyz?feature=share")).toBe(watch);
  expect(videoAddress("https://vimeo.com/123?token=secret")).toBe("https://vimeo.com/123");
});

test("other pages are no videos", () => {
  for (const page of [
    "",
    "https://www.youtube.com/",
    "https://www.youtube.com/watch",
    "https://youtube.com.evil.example/watch?v=abc",
    "https://vimeo.com/about",
    "http://youtube.com/watch?v=abc",
  ])
    expect(videoAddress(page)).toBeNull();
});
