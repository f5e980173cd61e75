import { expect, test } from "vitest";
import { area } from "./area";

const paths = area.routes?.map(({ path }) => path);

const PAGES = [
  "/education-pricing",
  "/billing",
  "/membership",
  "/subscription",
  "/checkout",
  "/pricing",
  "/credits",
  "/backtoschool",
  "/free-trial",
  "/paid-landing",
  "/onboarding-pay",
];

// spec §2: "/backtoschool"; "/free-trial"; "/education-pricing"
// spec §2: "/membership, /subscription"; "/checkout, /pricing"; "/billing, /profile, /reward"
// spec §2: "/credits"; "/price, /paid-landing, /onboarding-pay"
test.each(PAGES)("the area has a page at %s", (path) => {
  expect(paths).toContain(path);
});
