import type { Message, Part } from "@ensemble/contract/wire";
import { expect, it } from "vitest";
import { turnsOf } from "./shown-branch";

const said = (id: string, parent_id: string | null, role: "user" | "assistant", ...parts: Partial<Part>[]) =>
  ({ id, parent_id, role, parts }) as Message;
const text = (words: string): Partial<Part> => ({ kind: "text", id: words, text: words });

it("gives the questions and answers of the branch that is shown, with what they cite", () => {
  const cited: Partial<Part> = { kind: "citation", id: "c", title: "lease.pdf", page: 2 };
  const messages = [
    said("q1", null, "user", text("How much?")),
    said("a1", "q1", "assistant", text("800")),
    said("a2", "q1", "assistant", { kind: "reasoning", id: "r", text: "Hm" }, text("900"), cited),
    said("q2", "a2", "user", text("Pets?")),
  ];
  expect(turnsOf({ messages, leaf_id: "q2" })).toEqual([
    { id: "q1", question: "How much?", answer: "900", sources: [cited] },
    { id: "q2", question: "Pets?", answer: "", sources: [] },
  ]);
  expect(turnsOf({ messages, leaf_id: null })).toEqual([]);
});

it("comes to an end where messages lead to themselves", () => {
  const messages = [said("q", "a", "user", text("Why?")), said("a", "q", "assistant", text("So."))];
  expect(turnsOf({ messages, leaf_id: "a" })).toHaveLength(1);
});
