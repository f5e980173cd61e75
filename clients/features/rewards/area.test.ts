import { expect, test } from "vitest";
import { area } from "./area";

const paths = area.routes?.map(({ path }) => path);

const PAGES = ["/reward", "/invitation", "/invitation-landing", "/$inviteCode"];

// spec §2: "/{code} (invitation landing)"
// spec §2: "/invitation, /invitation-landing"; "/billing, /profile, /reward"
test.each(PAGES)("the area has a page at %s", (path) => {
  expect(paths).toContain(path);
});
