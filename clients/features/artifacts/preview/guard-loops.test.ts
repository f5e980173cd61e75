import { describe, expect, test, vi } from "vitest";
import { GUARD_SCRIPT, guardLoops, guardPage } from "./guard-loops";

/** Runs guarded code; returns what it returns. */
function run(code: string): unknown {
  new Function(GUARD_SCRIPT)();
  return new Function(guardLoops(code))();
}

describe("guardLoops", () => {
  test("leaves what loops do as it is", () => {
    expect(
      run(`
        let sum = 0;
        for (let i = 0; i < 3; i += 1) sum += i;
        for (const x of [10, 20]) { sum += x; }
        for (const key in { a: 1, b: 2 }) if (key === "a") continue; else sum += 100;
        let n = 2; while (n--) sum += 1000;
        do n += 1; while (n < 3);
        outer: for (;;) { for (;;) { break outer; } }
        return sum + n;
      `),
    ).toBe(2136);
  });

  test.each([
    "while (true);",
    "for (;;) {}",
    "do {} while (true)",
    "let i = 0; for (;;) for (i = 0; i < 2; i++);",
    "const f = () => { while (1) Math.random(); }; f();",
  ])("stops %s", (code) => {
    let now = 1;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => {
      now += 50;
      return now;
    });
    expect(() => run(code)).toThrow("took too long");
    clock.mockRestore();
  });

  test("keeps lines, and code that does not parse", () => {
    expect(guardLoops("let a;\nwhile (a) {\n}\n").split("\n")).toHaveLength(4);
    expect(guardLoops("while (")).toBe("while (");
    expect(guardLoops("import x from 'y'; for (;;) {}", "module")).toContain("__turn");
  });
});

test("guards the scripts of a page, and no data", () => {
  const page =
    "<p>for (;;) {}</p><script>for (;;) {}</script><script type=module>while(1){}</script><script type='application/json'>{}</script>";
  expect(guardPage(page)).toBe(
    "<p>for (;;) {}</p><script>for (;;) {__turn();}</script><script type=module>while(1){__turn();}</script><script type='application/json'>{}</script>",
  );
});
