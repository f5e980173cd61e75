import { describe, expect, test } from "vitest";
// Problem table of the server, written by its own tests.
import declared from "../../contract/problems.json";
import english from "./locales/en/problems";

describe("problem texts", () => {
  test("say in English what the server says", () => {
    // The server writes {max} where the catalogs write {{max}}.
    const asHere = (text: string) => text.replaceAll(/\{(\w+)\}/g, "{{$1}}");
    const differing = declared
      .filter(({ code, text }) => english[code] !== asHere(text))
      .map(({ code }) => code);
    expect(differing).toEqual([]);
  });

  test("exist for no problem that is gone", () => {
    const known = new Set(declared.map(({ code }) => code));
    const gone = Object.keys(english).filter((code) => !known.has(code) && !code.startsWith("client."));
    expect(gone).toEqual([]);
  });
});
