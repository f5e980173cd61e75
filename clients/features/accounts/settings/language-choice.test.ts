import { expect, test } from "vitest";
import { languageChoice } from "./GeneralPanel";

// screens.md, 16
test.each([
  ["en", "ar", "ar"],
  [null, "ar", "ar"],
  [null, "en", "auto"],
  ["en", "en", "en"],
  ["zh-CN", "zh-CN", "zh-CN"],
] as const)("with the setting %j and a page in %s, the picker shows %s", (setting, shown, choice) => {
  expect(languageChoice(setting, shown, ["en-US"])).toBe(choice);
});
