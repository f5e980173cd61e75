import { describe, expect, test } from "vitest";
import { KEPT_MAX, KEPT_MAX_CHARS, tooMany } from "./kept-conversations";

const kept = (opened_at: number, size = 1_000) => ({ opened_at, size });

describe("tooMany", () => {
  test("keeps the fifty conversations that were opened last", () => {
    const all = Array.from({ length: KEPT_MAX + 2 }, (_, index) => kept(index));
    expect(tooMany(all).map(({ opened_at }) => opened_at)).toEqual([1, 0]);
  });

  test("keeps no more than there is room for, whatever their number", () => {
    const half = KEPT_MAX_CHARS / 2;
    const all = [kept(1, half), kept(3, half), kept(2, 1), kept(4, 10)];
    expect(tooMany(all).map(({ opened_at }) => opened_at)).toEqual([1]);
  });
});
