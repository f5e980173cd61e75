import { expect, test } from "vitest";
import { answerStream } from "./answer-stream";

test("a question from a page is a text with a title, and no longer than it may be", () => {
  const { check } = answerStream;
  expect(check({ message: "Explain", title: "Arden", more: 1 })).toEqual({
    message: "Explain",
    title: "Arden",
  });
  for (const sent of [
    null,
    undefined,
    "Explain",
    {},
    { message: "  ", title: "" },
    { message: "Explain" },
    { message: 1, title: "" },
    { message: "x".repeat(100_001), title: "" },
  ])
    expect(check(sent)).toBeNull();
});
