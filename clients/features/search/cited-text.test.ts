import type { SearchResult } from "@ensemble/contract/wire";
import { expect, test } from "vitest";
import { withLinks } from "./cited-text";

const result = (number: number, url: string): SearchResult => ({
  number,
  title: "Tides",
  url,
  site: "example.com",
  snippet: null,
  date: null,
  authors: null,
  place: null,
  found_by: [],
  reading: "unread",
});

const RESULTS = [result(1, "https://example.com/a(b)"), result(2, "/home/memo/1")];

test("numbers lead to their sources", () => {
  expect(withLinks("Tides rise [1].", RESULTS)).toBe("Tides rise [[1]](<https://example.com/a(b)>).");
  expect(withLinks("x [1, 2]", RESULTS)).toBe("x [[1]](<https://example.com/a(b)>)[2]");
});

test("what has no page, what is code and what is a link stays", () => {
  expect(withLinks("[7] `a[1]` [1](https://x.org)", RESULTS)).toBe("[7] `a[1]` [1](https://x.org)");
  expect(withLinks("[x] [1", RESULTS)).toBe("[x] [1");
});
