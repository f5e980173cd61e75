import { describe, expect, test } from "vitest";
import { nameInAddress, PLACES } from "./places";

describe("the name in an address", () => {
  // spec §2: "name lowercased with spaces turned to dashes"
  test("is the title in small letters with dashes for spaces", () => {
    expect(PLACES.chat("c1", null, "How Boats Float")).toBe("/home/chat/how-boats-float/c1");
    expect(PLACES.chat("c1", "m1", "How  Boats\nFloat")).toBe("/home/chat/how-boats-float/c1#m1");
  });

  test("holds nothing that ends a path", () => {
    expect(nameInAddress("a/b?c#d%20")).toBe("a-b-c-d-20");
    expect(nameInAddress("../../etc")).toBe("etc");
    expect(nameInAddress("??")).toBe("chat");
    expect(nameInAddress("")).toBe("chat");
  });

  test("keeps letters of every script, and is cut between characters", () => {
    expect(decodeURIComponent(nameInAddress("我喜欢 人工智能"))).toBe("我喜欢-人工智能");
    expect([...decodeURIComponent(nameInAddress("😀".repeat(80)))]).toHaveLength(60);
  });
});
