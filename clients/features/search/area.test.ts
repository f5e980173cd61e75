import { expect, test } from "vitest";
import { area } from "./area";

const paths = area.routes?.map(({ path }) => path);

const PAGES = ["/home/search", "/home/search/$uid"];

// spec §2: "Main app: /home/search"
test.each(PAGES)("the area has a page at %s", (path) => {
  expect(paths).toContain(path);
});
