import { describe, expect, test } from "vitest";
import { sharedText } from "./shared-things";

describe("sharedText", () => {
  test.each([
    [{ title: "A page", text: "", url: "https://a.example/" }, "A page\nhttps://a.example/"],
    [{ title: "", text: "Look: https://a.example/", url: "https://a.example/" }, "Look: https://a.example/"],
    [{ title: "Note", text: "Note", url: "" }, "Note"],
    [{ title: "", text: "", url: "" }, ""],
  ])("says each thing once: %j", (things, said) => {
    expect(sharedText(things)).toBe(said);
  });
});
