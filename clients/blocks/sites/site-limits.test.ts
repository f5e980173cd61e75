import { expect, test } from "vitest";
import { namesIn } from "./site-limits";

test("names are parted as people part them", () => {
  expect(namesIn(" a.org, b.org؛ c.org\nd.org،e.org；f.org ")).toEqual([
    "a.org",
    "b.org",
    "c.org",
    "d.org",
    "e.org",
    "f.org",
  ]);
  expect(namesIn("")).toEqual([]);
});
