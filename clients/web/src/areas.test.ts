import { expect, test } from "vitest";
import { AREAS } from "./areas";
import { allPanels, loadPanels } from "./settings/settings-index";

const isUnique = (values: readonly unknown[]) => new Set(values).size === values.length;
const navigation = AREAS.flatMap((area) => area.navigation ?? []);

test("each area has a name and a place of its own", () => {
  expect(isUnique(AREAS.map(({ name }) => name))).toBe(true);
  expect(isUnique(navigation.map(({ key }) => key))).toBe(true);
  expect(isUnique(navigation.map(({ order }) => order))).toBe(true);
});

test("each settings panel is at a route of its own area, and has a place of its own", async () => {
  await loadPanels();
  expect(isUnique(allPanels().map(({ order }) => order))).toBe(true);
  for (const { name, routes = [], panels } of AREAS)
    for (const { to } of (await panels?.()) ?? [])
      expect(
        routes.map(({ path }) => path),
        name,
      ).toContain(to);
});

test("each route that shows another one's panel names one that there is", async () => {
  await loadPanels();
  const panels = new Set(allPanels().map(({ to }) => to));
  for (const { panel } of AREAS.flatMap(({ routes = [] }) => routes))
    if (panel) expect(panels).toContain(panel);
});

test("plugs, kinds of library items and viewers are named once", () => {
  expect(isUnique(AREAS.flatMap(({ composer = [] }) => composer.map(({ id }) => id)))).toBe(true);
  expect(isUnique(AREAS.flatMap(({ answer = [] }) => answer.map(({ id }) => id)))).toBe(true);
  expect(isUnique(AREAS.flatMap(({ references = [] }) => references.map(({ kind }) => kind)))).toBe(true);
  expect(isUnique(AREAS.flatMap(({ sharedPages = {} }) => Object.keys(sharedPages)))).toBe(true);
});
