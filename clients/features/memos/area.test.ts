import { expect, test } from "vitest";
import { area } from "./area";

const paths = area.routes?.map(({ path }) => path);

const PAGES = [
  "/home/memo",
  "/home/memo/$uid",
  "/webapp/memo/detail",
  "/webapp/memo/detail/new",
  "/webapp/memo/detail/webview",
  "/webapp/editor",
];

// spec §2: "/home/memo"; "/webapp/memo/detail (new and webview variants)"; "/webapp/editor"
test.each(PAGES)("the area has a page at %s", (path) => {
  expect(paths).toContain(path);
});
