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

  test("stands beside it where there is no room below and none above", () => {
    const tall = { width: 200, height: 400 };
    const anchor = { left: 50, top: 300, width: 300, height: 100 };
    expect(near(anchor, tall, view)).toEqual({ left: 358, top: 192 });
    expect(near({ ...anchor, left: 450 }, tall, view)).toEqual({ left: 242, top: 192 });
    // It fits nowhere, so it covers something.
    expect(near({ ...anchor, left: 8, width: 784 }, tall, view)).toEqual({ left: 8, top: 192 });
  });

  test("stays within the window", () => {
    expect(near({ left: 780, top: 10, width: 40, height: 20 }, size, view).left).toBe(592);
    expect(near({ left: -50, top: 10, width: 40, height: 20 }, size, view).left).toBe(8);
    const small = { width: 150, height: 60 };
    expect(near({ left: 0, top: 30, width: 10, height: 10 }, size, small)).toEqual({ left: 8, top: 8 });
  });
});
