import { testSession } from "@ensemble/blocks/testing";
import { expect, test } from "vitest";
import { allPanels, loadPanels } from "../settings/settings-index";
import { ENTRIES, entriesFor, itemAt } from "./areas";

const addresses = (path: string, simple: boolean) =>
  entriesFor(testSession(), path, simple).map(({ to }) => to);

test("each page is in one area, or in the settings", async () => {
  await loadPanels();
  expect(allPanels().length).toBeGreaterThan(30);
  expect(itemAt("/")?.to).toBe("/home/chat");
  expect(itemAt("/home/chat/boats/1")?.to).toBe("/home/chat");
  for (const { to } of ENTRIES) {
    expect(itemAt(to)?.to).toBe(to);
    expect(itemAt(`${to}/1`)?.to).toBe(to);
  }
  for (const { to } of allPanels()) expect(itemAt(to), to).toBeUndefined();
  expect(itemAt("/membership")).toBeUndefined();
});

test("every entry has a key of its own, under which its place is stored", () => {
  expect(new Set(ENTRIES.map(({ key }) => key)).size).toBe(ENTRIES.length);
});

test("simple mode leaves out what is not needed, but never where somebody is", () => {
  expect(addresses("/home/chat", true)).toEqual(["/home/chat"]);
  expect(addresses("/bots/1", true)).toEqual(["/home/chat", "/bots"]);
  expect(addresses("/bypass-ai", true)).toEqual(["/home/chat", "/bypass-ai"]);
  expect(addresses("/home/chat", false)).toEqual(ENTRIES.map(({ to }) => to));
});
