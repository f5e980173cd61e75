import { describe, expect, test } from "vitest";
import { PAGE_FEATURES } from "../../page-features/feature";
import { PANEL_SETTINGS, placeOf } from "../places";
import { allPanels, loadPanels } from "./panels";

describe("the settings of the extension", () => {
  // spec §2: "Settings panels: account, general, floating avatar, sidebar, text selection toolbar, translation, search assistant, writing assistant, webpage assistant, memo, keyboard shortcuts, contact us."
  test("have their panels in the order of the spec, each with a place of its own", async () => {
    await loadPanels();
    const wanted =
      "account general avatar sidebar selection translation search writing pages memo shortcuts contact";
    const ids = allPanels().map(({ id }) => id);
    // There is an additional page for the request log.
    expect(ids.filter((id) => id !== "privacy").join(" ")).toBe(wanted);
    for (const id of ids) expect(placeOf(`${PANEL_SETTINGS}/${id}`)).toEqual({ kind: "settings", panel: id });
  });

  test("name every feature on pages once", async () => {
    await loadPanels();
    const features = allPanels().flatMap((panel) => panel.features ?? []);
    expect(features.map(({ id }) => id).sort()).toEqual([...PAGE_FEATURES].sort());
  });
});
