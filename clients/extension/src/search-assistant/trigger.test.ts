import { describe, expect, test } from "vitest";
import { asksForAnswer, canTrigger, isTriggered, TRIGGER_MODES } from "./trigger";

const rich = { automatic: true, plenty: true };
const poor = { automatic: true, plenty: false };
const free = { automatic: false, plenty: true };

// spec §3: "Action trigger modes: always, manually, dependsOnQuota, questionMark, auto."
describe("a search is answered without a click", () => {
  test("in the modes that the product has", () => {
    expect(TRIGGER_MODES).toEqual(["always", "manually", "dependsOnQuota", "questionMark", "auto"]);
  });

  const NAME = "arden lighthouse";
  const ASKED = "arden lighthouse?";
  const QUESTION = "why is the lighthouse red";
  test.each([
    ["always", NAME, rich, true],
    ["always", NAME, poor, true],
    ["manually", ASKED, rich, false],
    ["dependsOnQuota", NAME, rich, true],
    ["dependsOnQuota", ASKED, poor, false],
    ["questionMark", ASKED, rich, true],
    ["questionMark", ASKED, poor, true],
    ["questionMark", QUESTION, rich, false],
    ["questionMark", "من بنى المنارة؟", rich, true],
    ["questionMark", "灯塔是谁建的？", rich, true],
    ["questionMark", "what is ?? in c#", rich, false],
    ["auto", QUESTION, rich, true],
    ["auto", ASKED, rich, true],
    ["auto", NAME, rich, false],
  ] as const)("%s: %s", (mode, query, allowed, triggered) =>
    expect(isTriggered(mode, query, allowed)).toBe(triggered),
  );

  // spec §6: "Free users can only trigger smart search manually"
  test.each(TRIGGER_MODES)("never for free users: %s", (mode) => {
    expect(isTriggered(mode, ASKED, free)).toBe(false);
  });

  test("is not asked of the server where it cannot be", () => {
    expect(canTrigger("manually", ASKED)).toBe(false);
    expect(canTrigger("auto", NAME)).toBe(false);
    expect(canTrigger("dependsOnQuota", NAME)).toBe(true);
  });
});

describe("a search wants an answer", () => {
  test.each([
    "how do lighthouses work",
    "What's the tallest lighthouse",
    "is rapeseed oil the same as canola",
    "pourquoi le ciel est bleu",
    "почему небо голубое",
    "كيف تعمل المنارة",
    "灯塔为什么是红色的",
    "灯塔是红色的吗",
    "灯台はなぜ赤い",
    "등대는 왜 빨간가",
    "best way to clean a brass lamp at home",
  ])("%s", (query) => expect(asksForAnswer(query)).toBe(true));

  test.each([
    "",
    "arden lighthouse",
    "lighthouse opening hours",
    "site:example.org how to sail",
    '"why not"',
    "example.org",
    "https://example.org/why",
    "howard hughes",
    "灯塔",
  ])("or a site: %s", (query) => expect(asksForAnswer(query)).toBe(false));
});
