import { expect, test } from "vitest";
import { area } from "./area";

const paths = area.routes?.map(({ path }) => path);

const PAGES = [
  "/login",
  "/sign-up",
  "/auth-landing",
  "/reset-password",
  "/account-deletion",
  "/keyboard-shortcuts",
  "/profile",
];

// spec §2: "/sign-up, /auth-landing, /reset-password, /account-deletion"
// spec §2: "/keyboard-shortcuts"
// spec §2: "/billing, /profile, /reward"
test.each(PAGES)("the area has a page at %s", (path) => {
  expect(paths).toContain(path);
});
