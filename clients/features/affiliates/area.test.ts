import { expect, test } from "vitest";
import { area } from "./area";

const paths = area.routes?.map(({ path }) => path);

const PAGES = ["/affiliate", "/invitation-affiliate", "/invitation-affiliate-landing"];

// spec §2: "/affiliate"; "/invitation-affiliate, /invitation-affiliate-landing"
test.each(PAGES)("the area has a page at %s", (path) => {
  expect(paths).toContain(path);
});
