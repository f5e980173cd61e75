import { expect, test } from "vitest";
import { allPanels, loadPanels } from "../settings/settings-index";
import { AREAS, areaAt, areasFor, isAt, TOOLS } from "./areas";

test("each page is in one area, or in the settings", async () => {
  await loadPanels();
  expect(allPanels().length).toBeGreaterThan(30);
  expect(areaAt("/")?.to).toBe("/home/chat");
  expect(areaAt("/home/chat/boats/1")?.to).toBe("/home/chat");
  for (const { to } of AREAS) {
    expect(areaAt(to)?.to).toBe(to);
    expect(areaAt(`${to}/1`)?.to).toBe(to);
  }
  for (const { to } of allPanels()) expect(areaAt(to), to).toBeUndefined();
  expect(areaAt("/membership")).toBeUndefined();
});

test("a tool is in no area", () => {
  for (const tool of TOOLS)
    for (const path of [tool.to, `${tool.to}/1`]) {
      expect(areaAt(path), path).toBeUndefined();
      expect(TOOLS.filter((one) => isAt(one, path))).toEqual([tool]);
    }
});

test("simple mode leaves out what is not needed, but never where somebody is", () => {
  expect(areasFor("/home/chat", true).map(({ to }) => to)).toEqual(["/home/chat"]);
  expect(areasFor("/bots/1", true).map(({ to }) => to)).toEqual(["/home/chat", "/bots"]);
  expect(areasFor("/home/chat", false)).toBe(AREAS);
});
