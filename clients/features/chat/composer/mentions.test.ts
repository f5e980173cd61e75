import { describe, expect, test } from "vitest";
import {
  completeMention,
  type Mentionable,
  mentionAt,
  mentionsIn,
  suggestionsFor,
  withoutMention,
} from "./mentions";

const named = (name: string, kind: "model" | "bot" = "model"): Mentionable => ({
  kind,
  id: `office/${name.toLowerCase()}`,
  name,
});
const all = [named("Llama 3"), named("Llama 3 Large"), named("Atlas-Mini"), named("Tutor", "bot")];
const names = (found: Mentionable[]) => found.map(({ name }) => name);

describe("naming a model or a bot in a message", () => {
  test("begins with an @ that begins a word", () => {
    expect(mentionAt("Ask @lla", 8)).toEqual({ start: 4, words: "lla" });
    expect(mentionAt("@", 1)).toEqual({ start: 0, words: "" });
    expect(mentionAt("@llama 3 la", 11)).toEqual({ start: 0, words: "llama 3 la" });
    for (const text of ["mira@example", "no name", "@ name", "@a\nb", "https://x/@y"])
      expect(mentionAt(text, text.length)).toBeNull();
  });

  test("suggests names by their beginning first", () => {
    expect(names(suggestionsFor("ll", all))).toEqual(["Llama 3", "Llama 3 Large"]);
    expect(names(suggestionsFor("mini", all))).toEqual(["Atlas-Mini"]);
    expect(names(suggestionsFor("", all, 2))).toEqual(["Llama 3", "Llama 3 Large"]);
    expect(suggestionsFor("zebra", all)).toEqual([]);
  });

  test("puts the name where it was typed, with one space behind", () => {
    const query = mentionAt("Ask @lla please", 8);
    expect(query && completeMention("Ask @lla please", query, named("Llama 3"))).toEqual({
      text: "Ask @Llama 3 please",
      cursor: 13,
    });
  });

  test("goes with its chip, and leaves longer names and other words", () => {
    const [llama] = all as [Mentionable];
    expect(withoutMention("@llama 3 and @Llama 3 Large, @Tutor", llama, all)).toBe(
      "and @Llama 3 Large, @Tutor",
    );
    expect(withoutMention("Ask @Llama 3", llama, all)).toBe("Ask ");
    expect(withoutMention("mira@llama 3", llama, all)).toBe("mira@llama 3");
  });

  test("finds everybody who is named, the longest name first, and leaves unknown names text", () => {
    expect(names(mentionsIn("@llama 3 large and @Tutor, not @nobody", all))).toEqual([
      "Llama 3 Large",
      "Tutor",
    ]);
    expect(mentionsIn("write to mira@Tutor.example or @Tutoring", all)).toEqual([]);
    expect(names(mentionsIn("@Tutor @tutor", all))).toEqual(["Tutor"]);
  });
});
