import { describe, expect, test } from "vitest";
import { camelCase, camelCaseKeys } from "./camel-case";

describe("camelCase", () => {
  test.each([
    ["snake_case", "snakeCase"],
    ["first_from_platform", "firstFromPlatform"],
    ["size_2_x", "size2X"],
    ["alreadyCamel", "alreadyCamel"],
    ["_private", "_private"],
    ["trailing_", "trailing_"],
    ["a__b", "aB"],
    ["", ""],
  ])("%s → %s", (key, expected) => {
    expect(camelCase(key)).toBe(expected);
  });
});

describe("camelCaseKeys", () => {
  // spec §7: "JSON loading (keys converted from snake case to camel case)"
  test("converts keys at every depth and leaves values alone", () => {
    expect(camelCaseKeys({ user_name: "a_b", list_of: [{ is_ok: true }, null, "c_d"] })).toEqual({
      userName: "a_b",
      listOf: [{ isOk: true }, null, "c_d"],
    });
  });
});
