import { describe, expect, test } from "vitest";
import { uuidV7 } from "./uuid-v7";

describe("uuidV7", () => {
  test("has the form of RFC 9562 and carries its time", () => {
    const now = Date.now() + 60_000;

    const id = uuidV7(now);

    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)).toBe(now);
  });

  test("sorts in the order of making, also within one millisecond and when the clock goes back", () => {
    const now = Date.now() + 120_000;

    const ids = Array.from({ length: 10_000 }, (_, index) => uuidV7(index === 5_000 ? now - 1_000 : now));

    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
