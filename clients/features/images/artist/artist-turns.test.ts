import { expect, test } from "vitest";
import { testImage } from "../testing";
import { baseOf, nameOfChat, turnsOf } from "./artist-turns";

const images = [
  testImage({ id: "i4", task_id: "t2", prompt: "Now at night" }),
  testImage({ id: "i3", task_id: "t2", prompt: "Now at night" }),
  testImage({ id: "i2", task_id: "t1", prompt: "A fox" }),
  testImage({ id: "i1", task_id: null, prompt: "", origin: "uploaded" }),
];

test("images become turns, oldest first, and those of one request are together", () => {
  const turns = turnsOf(images).map(({ key, prompt, images: made }) => [
    key,
    prompt,
    made.map(({ id }) => id),
  ]);
  expect(turns).toEqual([
    ["i1", "", ["i1"]],
    ["t1", "A fox", ["i2"]],
    ["t2", "Now at night", ["i3", "i4"]],
  ]);
});

test.each([
  [null, false, "i3"],
  ["i4", false, "i4"],
  ["i2", false, "i2"],
  ["deleted", false, "i3"],
  ["i2", true, undefined],
])("with %s chosen (afresh: %s), the next turn edits %s", (chosen, fresh, base) => {
  expect(baseOf(turnsOf(images), chosen, fresh)?.id).toBe(base);
});

test("the first turn edits nothing", () => {
  expect(baseOf([], null, false)).toBeNull();
});

test("a chat is named by the start of its first prompt", () => {
  expect(nameOfChat("  A fox\n in the snow ")).toBe("A fox in the snow");
  expect(nameOfChat("狐".repeat(90))).toBe("狐".repeat(60));
});
