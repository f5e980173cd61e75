import { expect, test } from "vitest";
import { PANELS } from "./panels";

test("the settings list the program only where there is one", () => {
  const shown = (...features: string[]) =>
    PANELS.filter(({ when }) => when?.({ features }) ?? true).map(({ to }) => to);
  expect(shown()).toEqual([]);
  expect(shown("affiliates")).toEqual(["/affiliate", "/settings/affiliates"]);
});
