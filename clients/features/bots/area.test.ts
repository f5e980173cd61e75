import { expect, test } from "vitest";
import { area } from "./area";

const paths = area.routes?.map(({ path }) => path);

const PAGES = ["/bots", "/bots/create", "/bots/$uid"];

// spec §2: "Bots and agents: /bots, /bots/create, /bots/{uid}"
test.each(PAGES)("the area has a page at %s", (path) => {
  expect(paths).toContain(path);
});
