import { matchRoute } from "@ensemble/blocks/area/match-route";
import { expect, test } from "vitest";
import { area } from "./area";

const matches = (address: string) =>
  (area.routes ?? []).map((route) => matchRoute(route, address)).find(Boolean);

// spec §2: "/home/video"
test.each([
  ["/home/video", {}],
  ["/home/video/t1", { task: "t1" }],
  ["/home/video?frame=f1&other=x", { frame: "f1" }],
  ["/home/video?remix=v1", { remix: "v1" }],
])("the area has a page at %s", (address, props) => {
  expect(matches(address)).toEqual(props);
});

// spec §2: "… translate, image, video, audio, toolkit, memo"
test("its place in the menu is between image and audio", () => {
  expect(area.navigation?.order).toBe(90);
});
