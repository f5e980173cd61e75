import { expect, test } from "vitest";
import { withBlocked } from "./use-frame";

const A = "https://a.example";

test("blocked hosts are collected, each once, and say more than the errors that follow", () => {
  const first = withBlocked({ kind: "error", message: "Failed to fetch", line: null }, A);
  expect(first).toEqual({ kind: "network", hosts: [A] });
  expect(withBlocked(first, A)).toBe(first);
  expect(withBlocked(first, "https://b.example")).toEqual({
    kind: "network",
    hosts: [A, "https://b.example"],
  });
  const many = { kind: "network", hosts: Array.from({ length: 10 }, (_, at) => `${A}${at}`) } as const;
  expect(withBlocked(many, A)).toBe(many);
});

test("an artifact that is stopped stays so", () => {
  expect(withBlocked({ kind: "stopped" }, A)).toEqual({ kind: "stopped" });
});
