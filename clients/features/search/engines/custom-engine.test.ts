import { describe, expect, test } from "vitest";
import { customEngineOf, fieldsOf, headersIn, NEW_ENGINE } from "./custom-engine";

describe("what is typed of a service of one's own", () => {
  test("is told as it is known, and comes back the same", () => {
    const own = customEngineOf({
      ...NEW_ENGINE,
      name: "Intranet",
      url: "https://e.org/?q={query}",
      sends: true,
      body: '{ "q": "{query}" }',
      headers: "X-Token: Bearer {key}\n\n accept : application/json ",
    });
    expect(own).toMatchObject({ body: '{ "q": "{query}" }', timeout_seconds: 8, per_minute: 60 });
    expect(own.headers).toEqual([
      { name: "X-Token", value: "Bearer {key}" },
      { name: "accept", value: "application/json" },
    ]);
    expect(customEngineOf(fieldsOf(own))).toEqual(own);
    expect(customEngineOf({ ...fieldsOf(own), sends: false }).body).toBeNull();
  });

  test("loses nothing that could be wrong: the server says so", () => {
    expect(headersIn("no colon")).toEqual([{ name: "no colon", value: "" }]);
    expect(headersIn("a: b: c")).toEqual([{ name: "a", value: "b: c" }]);
    for (const typed of ["", "x", "-1", "1.5", "99999999"])
      expect(customEngineOf({ ...NEW_ENGINE, timeout_seconds: typed }).timeout_seconds, typed).toBe(0);
  });

  test("says for a feed no place of its list", () => {
    expect(customEngineOf({ ...NEW_ENGINE, answer: "feed", items: "/results" }).items).toBe("");
  });
});
