import { expect, test } from "vitest";
import { readingFile } from "./reading-file";

test("a reading becomes a file that says where its places are", async () => {
  const where = { page: null, at_seconds: null, url: null, recognised: false, cut: false };
  const place = { number: 1, text: "The sea rises.", ...where };
  const file = readingFile({ title: 'Tides: "high"/low.pdf', url: "https://example.org/" }, [
    place,
    { ...place, page: 3 },
    { ...place, at_seconds: 83 },
  ]);
  expect(file.name).toBe("Tides high low.txt");
  expect(await file.text()).toBe(
    'Tides: "high"/low.pdf\nhttps://example.org/\n\nThe sea rises.\n\n[p. 3] The sea rises.\n\n[1:23] The sea rises.',
  );
});
