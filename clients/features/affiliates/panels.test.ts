import { expect, test } from "vitest";
import { PANELS } from "./panels";

test("the settings list the program only where there is one", () => {
  const shown = (affiliates: boolean) =>
    PANELS.filter(({ when }) => when?.({ affiliates }) ?? true).map(({ to }) => to);
  expect(shown(false)).toEqual([]);
  expect(shown(true)).toEqual(["/affiliate", "/settings/affiliates"]);
});
