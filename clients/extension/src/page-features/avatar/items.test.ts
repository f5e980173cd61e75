import { expect, test } from "vitest";
import { offered } from "./items";

// decision 0749: "a feature that is off on a site is off with everything that calls it"
test("the avatar offers what runs on the site, and nothing that is switched off there", () => {
  const features = (on: Parameters<typeof offered>[0]["features"]) =>
    offered({ features: on }).map(({ feature }) => feature);
  expect(features(["selection", "avatar", "translation"])).toEqual(["selection", "translation"]);
  expect(features(["avatar", "translation"])).toEqual(["translation"]);
  expect(features(["avatar"])).toEqual([]);
});
