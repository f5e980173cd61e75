import { describe, expect, test } from "vitest";
import { near } from "./near";

const view = { width: 800, height: 600 };
const size = { width: 200, height: 100 };

describe("a box near something", () => {
  test("stands under it", () => {
    expect(near({ left: 50, top: 100, width: 40, height: 20 }, size, view)).toEqual({ left: 50, top: 128 });
  });

  test("stands over it where there is no room below", () => {
    expect(near({ left: 50, top: 560, width: 40, height: 20 }, size, view)).toEqual({ left: 50, top: 452 });
  });

  test("stays within the window", () => {
    expect(near({ left: 780, top: 10, width: 40, height: 20 }, size, view).left).toBe(592);
    expect(near({ left: -50, top: 10, width: 40, height: 20 }, size, view).left).toBe(8);
    const small = { width: 150, height: 60 };
    expect(near({ left: 0, top: 30, width: 10, height: 10 }, size, small)).toEqual({ left: 8, top: 8 });
  });
});
