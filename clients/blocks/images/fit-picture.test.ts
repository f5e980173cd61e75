import { expect, test } from "vitest";
import { fitFor } from "./fit-picture";
import { faultOf } from "./send-picture";

test.each([
  [2000, 100, { left: 800, top: 0, width: 400, height: 100, scale: 3 }],
  [100, 2000, { left: 0, top: 800, width: 100, height: 400, scale: 3 }],
  [150, 200, { left: 0, top: 0, width: 150, height: 200, scale: 2 }],
  [800, 600, { left: 0, top: 0, width: 800, height: 600, scale: 1 }],
])("a picture of %i × %i is fitted as %j, and taken then", (width, height, fit) => {
  expect(fitFor(width, height, 300)).toEqual(fit);
  expect(faultOf(fit.width * fit.scale, fit.height * fit.scale, 300)).toBeNull();
});
