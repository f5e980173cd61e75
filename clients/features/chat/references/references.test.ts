import type { OwnFind } from "@ensemble/contract/wire";
import { describe, expect, test } from "vitest";
import { completeReference, referenceAt, stillFound } from "./reference-query";
import { readReferences, storedReferences } from "./references";

const thing = (thing_id: string, title = thing_id) => ({ of: "my_memo", thing_id, title });

describe("giving something of one's own with #", () => {
  test("begins with a # that begins a word, and is no heading, address or number of an issue", () => {
    expect(referenceAt("Sum up #tid", 11)).toEqual({ start: 7, words: "tid" });
    expect(referenceAt("#tides of may", 13)).toEqual({ start: 0, words: "tides of may" });
    expect(referenceAt("看 #潮", 4)).toEqual({ start: 2, words: "潮" });
    for (const text of [
      "# Title",
      "## Title",
      "C#",
      "https://x.org/#part",
      "a#b",
      "#a\nb",
      "#[derive",
      "#!/bin/sh",
      "#a @b",
    ])
      expect(referenceAt(text, text.length)).toBeNull();
  });

  test("leaves the name where it stands in a sentence, and nothing where the message begins", () => {
    const within = { start: 7, words: "tid" };
    expect(completeReference("Sum up #tid, please", within, { title: "Tides" })).toEqual({
      text: "Sum up Tides, please",
      cursor: 12,
      given: "Tides",
    });
    expect(completeReference("Sum up #tid", within, { title: "Tides" })).toEqual({
      text: "Sum up Tides ",
      cursor: 13,
      given: "Tides",
    });
    const atStart = { start: 0, words: "tid" };
    expect(completeReference("#tid What?", atStart, { title: "Tides" })).toEqual({
      text: "What?",
      cursor: 0,
      given: "",
    });
    const long = completeReference("Sum up #t", { start: 7, words: "t" }, { title: "a".repeat(80) });
    expect(long.given).toBe(`${"a".repeat(60)}…`);
  });

  test("shows at once what of the last findings says the new words too", () => {
    const found = (title: string, text = ""): OwnFind => ({
      kind: "my_memo",
      id: title,
      title,
      path: "",
      text,
      changed_at: "",
    });
    const all = [found("Tide tables"), found("Boats", "they need a tide"), found("Tea")];
    expect(stillFound("Tide ta", all).map(({ title }) => title)).toEqual(["Tide tables"]);
    expect(stillFound("tide", all).map(({ title }) => title)).toEqual(["Tide tables", "Boats"]);
  });

  test("is kept with the draft, each thing once", () => {
    const kept = storedReferences([thing("a"), thing("b")], [thing("b"), thing("c")]);
    expect(readReferences(kept).map(({ thing_id }) => thing_id)).toEqual(["a", "b", "c"]);
    expect(storedReferences([])).toBe("");
    expect(readReferences("")).toEqual([]);
    expect(readReferences('[{"of":"my_mem')).toEqual([]);
  });
});
