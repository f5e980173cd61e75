import { expect, test } from "vitest";
import { mayNameTimes } from "./may-name-times";

test("only drafts that say how often are asked about", () => {
  for (const text of ["Summarize the news every weekday at 8", "Daily at noon: a joke", "on Mondays"]) {
    expect(mayNameTimes(text), text).toBe(true);
  }
  for (const text of ["", "What is new?", "everything about everyday life", "every ".repeat(400)]) {
    expect(mayNameTimes(text), text.slice(0, 30)).toBe(false);
  }
});
