import { describe, expect, test } from "vitest";
import { readAvatarOptions } from "./avatar/options";
import { readSelectionOptions } from "./selection/options";

describe("what is chosen for a feature", () => {
  test("is read whatever was stored", () => {
    for (const stored of [undefined, null, 3, "x", {}, { side: "up", height: 7, show: "never" }]) {
      expect(readAvatarOptions(stored)).toEqual({ side: "end", height: 0.72 });
      expect(readSelectionOptions(stored)).toEqual({ show: "always" });
    }
    expect(readAvatarOptions({ side: "start", height: 0 })).toEqual({ side: "start", height: 0 });
    expect(readSelectionOptions({ show: "alt" })).toEqual({ show: "alt" });
  });
});
