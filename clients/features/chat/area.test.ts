import { expect, test } from "vitest";
import { area } from "./area";

const paths = area.routes?.map(({ path }) => path);

const PAGES = ["/", "/home", "/home/chat", "/home/chat/$name/$uid"];

// spec §2: "Main app: /, /home"
test.each(PAGES)("the area has a page at %s", (path) => {
  expect(paths).toContain(path);
});
