import { expect, test } from "vitest";
import { placeIn, timeText, withPlaces } from "./cited-places";

const PAGE = "https://example.org/home/read/1";

test("numbers lead to the places of the text", () => {
  expect(withPlaces("The sea rises [3][12].", PAGE)).toBe(
    `The sea rises [[3]](<${PAGE}#place-3>)[[12]](<${PAGE}#place-12>).`,
  );
  expect(withPlaces("Both [1, 2]", PAGE)).toContain(`[[1]](<${PAGE}#place-1>)[[2]](<${PAGE}#place-2>)`);
  expect(placeIn(`${PAGE}#place-12`)).toBe(12);
});

test("what is a link, code or text stays", () => {
  for (const same of ["[1](https://e.org)", "`a[1]`", "[x]", "[]", "[12345]"])
    expect(withPlaces(same, PAGE)).toBe(same);
  for (const other of [PAGE, `${PAGE}#place-`, `${PAGE}#place-1x`]) expect(placeIn(other)).toBeNull();
});

test("times are shown as players show them", () => {
  expect([0, 83, 3_723].map(timeText)).toEqual(["0:00", "1:23", "1:02:03"]);
});
