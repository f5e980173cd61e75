import { describe, expect, it } from "vitest";
import { bothTexts } from "./both-texts";

describe("bothTexts", () => {
  it("has what both have once", () => {
    expect(bothTexts("one two", "one two")).toBe("one two");
    expect(bothTexts("", "")).toBe("");
  });

  it("has what only one of them has", () => {
    expect(bothTexts("one two", "one two three")).toBe("one two three");
    expect(bothTexts("one two three", "one")).toBe("one two three");
    expect(bothTexts("", "mine")).toBe("mine");
  });

  it("has the other's words before one's own, apart", () => {
    expect(bothTexts("the red house", "the blue house")).toBe("the red blue house");
    expect(bothTexts("安娜喜欢茶", "安娜喜欢咖啡")).toContain("茶 咖啡");
  });
});
