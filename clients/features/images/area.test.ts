import { matchRoute } from "@ensemble/blocks/area/match-route";
import { expect, test } from "vitest";
import { area } from "./area";

const matches = (address: string) =>
  (area.routes ?? []).map((route) => matchRoute(route, address)).find(Boolean);

// spec §2: "/home/artist/{name}/{uid}"
// spec §2: "/home/image"
// spec §2: "/tools/* (make-it-more, …)"
// spec §2: "/image-tools/* (the image tools listed in section 1, …)"
test.each([
  ["/home/image", {}],
  ["/home/image?board=b1&other=x", { board: "b1" }],
  ["/home/image?image=i1", { image: "i1" }],
  ["/home/image?recipe=anime&remix=i1", { recipe: "anime", remix: "i1" }],
  ["/home/image/edit/i1", { uid: "i1" }],
  ["/home/artist", {}],
  ["/home/artist/a-fox/b1", { name: "a-fox", uid: "b1" }],
  ["/image-tools", {}],
  ["/tools/make-it-more", {}],
  ["/image-tools/background-removal", { tool: "background-removal" }],
])("the area has a page at %s", (address, props) => {
  expect(matches(address)).toEqual(props);
});

test("its place in the menu is between translate and memo", () => {
  expect(area.navigation?.order).toBe(80);
});
