import { expect, test } from "vitest";
import { area } from "./area";

const paths = area.routes?.map(({ path }) => path);

const PAGES = ["/bypass-ai/{-$uid}"];

// spec §2: "/bypass-ai (humanizer, detectors, checkers)"
test.each(PAGES)("the area has a page at %s", (path) => {
  expect(paths).toContain(path);
});
