import { describe, expect, test } from "vitest";
import { wordDiff } from "./word-diff";

const shown = (before: string, after: string) =>
  wordDiff(before, after)
    .map(({ kind, text }) => (kind === "same" ? text : kind === "gone" ? `[-${text}]` : `[+${text}]`))
    .join("");

describe("the difference of two texts", () => {
  test("is by whole words", () => {
    expect(shown("She go to school.", "She goes to school.")).toBe("She [-go][+goes] to school.");
    expect(shown("a b c", "a c")).toBe("a [-b ]c");
    expect(shown("a c", "a b c")).toBe("a [+b ]c");
    expect(shown("", "new")).toBe("[+new]");
    expect(shown("old", "")).toBe("[-old]");
    expect(shown("same", "same")).toBe("same");
    expect(wordDiff("", "")).toEqual([]);
  });

  test("reads as one where words in a row change", () => {
    expect(shown("I would of gone there.", "I would have left there.")).toBe(
      "I would [-of gone][+have left] there.",
    );
  });

  test("knows words of scripts without spaces", () => {
    expect(shown("我喜欢苹果", "我喜欢梨")).toBe("我喜欢[-苹果][+梨]");
  });

  test("keeps lines apart", () => {
    expect(shown("one\ntwo", "one\nthree")).toBe("one\n[-two][+three]");
  });

  test("is the whole of a text that is too long to be read word by word", () => {
    const [long, other] = [`${"a ".repeat(3_000)}x`, `${"b ".repeat(3_000)}y`];
    expect(wordDiff(long, other).map(({ kind }) => kind)).toEqual(["gone", "new"]);
  });

  test("of a long text is found paragraph by paragraph", () => {
    const paragraph = (first: string) => `${first} ${"word ".repeat(1_000)}`;
    const [before, after] = [
      [paragraph("Old"), paragraph("Same"), paragraph("Was")].join("\n\n"),
      [paragraph("New"), paragraph("Same"), `${paragraph("Is")}end`].join("\n\n"),
    ];
    const changed = wordDiff(before, after).filter(({ kind }) => kind !== "same");
    expect(changed.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      "gone Old",
      "new New",
      "gone Was",
      "new Is",
      "new end",
    ]);
  });

  test("always gives both texts back", () => {
    const words = ["a", "b", "c", " ", "\n", "."];
    // A small deterministic generator, so that each run is the same.
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    const make = () => Array.from({ length: random(14) }, () => words[random(words.length)]).join("");
    for (let round = 0; round < 500; round += 1) {
      const [before, after] = [make(), make()];
      const pieces = wordDiff(before, after);
      const of = (kind: "gone" | "new") =>
        pieces
          .filter((one) => one.kind === "same" || one.kind === kind)
          .map(({ text }) => text)
          .join("");
      expect([of("gone"), of("new")], JSON.stringify([before, after])).toEqual([before, after]);
    }
  });
});
