import { expect, test } from "vitest";
import { PER_MINUTE, requireRate, spend } from "./rate";

test("a tab has thirty questions and a hundred and twenty translations sent in a minute, and no more", () => {
  expect(PER_MINUTE).toEqual({ ask: 30, translate: 120 });
  let times: readonly number[] = [];
  for (let at = 0; at < 30; at += 1) times = spend(times, at, 30) ?? [];
  expect(times).toHaveLength(30);
  expect(spend(times, 59_999, 30)).toBeNull();
  expect(spend(times, 60_000, 30), "a minute after the first").toHaveLength(30);
});

test("one tab that asks too often stops no other", () => {
  for (let one = 0; one < 30; one += 1) requireRate({ tabId: 1 }, "ask");
  expect(() => requireRate({ tabId: 1 }, "ask")).toThrow("too_often");
  requireRate({ tabId: 1 }, "translate");
  requireRate({ tabId: 2 }, "ask");
});
