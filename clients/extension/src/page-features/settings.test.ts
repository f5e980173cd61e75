import { describe, expect, test } from "vitest";
import {
  FIRST_SETTINGS,
  featuresOn,
  type PageSettings,
  patternsOf,
  readSettings,
  runsOn,
  switchEverywhere,
  switchedOff,
  switchOnHost,
} from "./settings";

/** Stored settings of each version. A version without an example here cannot be read by mistake. */
const EXAMPLES: Record<PageSettings["version"], unknown> = {
  1: {
    version: 1,
    everywhere: false,
    hosts: ["example.org"],
    off: { "example.org": ["avatar"] },
    disabled: ["selection"],
    options: { avatar: { side: "start" } },
  },
};

describe("what is chosen for pages", () => {
  test.each(Object.entries(EXAMPLES))("is read from version %s", (_, stored) => {
    const settings = readSettings(stored);
    expect(settings.hosts).toEqual(["example.org"]);
    expect(featuresOn(settings, "example.org")).toEqual(["translation", "search", "writing"]);
    expect(featuresOn(settings, "other.example")).toContain("avatar");
  });

  test("is as at first where something else is stored", () => {
    for (const stored of [undefined, null, 7, "x", {}, { version: 99 }, []])
      expect(readSettings(stored)).toEqual(FIRST_SETTINGS);
    const broken = { version: 1, hosts: [1, "a.example"], off: { "b.example": ["nonsense", "avatar"] } };
    expect(readSettings(broken)).toMatchObject({
      everywhere: false,
      hosts: ["a.example"],
      off: { "b.example": ["avatar"] },
    });
  });

  // Issue: "each can be switched off per site"
  test("can be switched off on one site, and on again", () => {
    const off = switchOnHost(FIRST_SETTINGS, { host: "a.example", feature: "selection", on: false });
    expect(featuresOn(off, "a.example")).not.toContain("selection");
    expect(featuresOn(off, "b.example")).toContain("selection");
    expect(switchOnHost(off, { host: "a.example", feature: "selection", on: true })).toEqual(FIRST_SETTINGS);
    expect(featuresOn(switchEverywhere(off, "avatar", false), "b.example")).not.toContain("avatar");
  });

  test("is off with its key and its place in the menu, where the browser says which page it is", () => {
    const off = switchOnHost(FIRST_SETTINGS, { host: "a.example", feature: "selection", on: false });
    expect(switchedOff(off, "a.example", "selection")).toBe(true);
    expect(switchedOff(off, "a.example", "translation")).toBe(false);
    expect(switchedOff(off, "b.example", "selection")).toBe(false);
    expect(switchedOff(off, null, "selection")).toBe(false);
    expect(switchedOff(switchEverywhere(off, "writing", false), null, "writing")).toBe(true);
  });

  test("leave the quick panel its key where the toolbar alone is not wanted; without it, there is no toolbar", () => {
    const off = switchOnHost(FIRST_SETTINGS, { host: "a.example", feature: "toolbar", on: false });
    expect(featuresOn(off, "a.example")).not.toContain("toolbar");
    expect(switchedOff(off, "a.example", "selection")).toBe(false);
    expect(featuresOn(off, "b.example")).toContain("toolbar");
    const none = switchOnHost(FIRST_SETTINGS, { host: "a.example", feature: "selection", on: false });
    expect(switchedOff(none, "a.example", "toolbar")).toBe(true);
    expect(switchedOff(switchEverywhere(FIRST_SETTINGS, "selection", false), null, "toolbar")).toBe(true);
  });

  test("names pages only where the person wants it", () => {
    expect(patternsOf(FIRST_SETTINGS)).toEqual([]);
    expect(runsOn(FIRST_SETTINGS, "a.example")).toBe(false);
    expect(runsOn({ ...FIRST_SETTINGS, hosts: ["a.example"] }, "a.example")).toBe(true);
    expect(patternsOf({ ...FIRST_SETTINGS, hosts: ["a.example"] })).toEqual([
      "http://a.example/*",
      "https://a.example/*",
    ]);
    expect(patternsOf({ ...FIRST_SETTINGS, everywhere: true, hosts: ["a.example"] })).toHaveLength(2);
  });
});
