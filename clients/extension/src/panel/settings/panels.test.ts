import { describe, expect, test } from "vitest";
import { PANEL_SETTINGS, placeOf } from "../places";
import { SETTINGS_PANELS } from "./panels";

describe("the settings of the extension", () => {
  // spec §2: "Settings panels: account, general, floating avatar, sidebar, text selection toolbar, translation, search assistant, writing assistant, webpage assistant, memo, keyboard shortcuts, contact us."
  test("have their panels in the order of the spec, each with a place of its own", () => {
    const wanted =
      "account general avatar sidebar selection translation search writing pages memo shortcuts contact";
    const ids = SETTINGS_PANELS.map(({ id }) => id);
    // There is an additional page for the request log.
    expect(ids.filter((id) => id !== "privacy").join(" ")).toBe(wanted);
    for (const id of ids) expect(placeOf(`${PANEL_SETTINGS}/${id}`)).toEqual({ kind: "settings", panel: id });
  });
});
