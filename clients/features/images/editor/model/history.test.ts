import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addMark, patchLayer } from "./commands";
import {
  assetsInUse,
  type Edited,
  HISTORY_MAX_CHARS,
  HISTORY_MAX_STEPS,
  perform,
  redo,
  undo,
  unedited,
} from "./history";
import { anyCommand, commandSequences, testDocument, testStroke } from "./test-documents";

const performAll = (start: Edited, sequence: readonly (readonly number[])[]): Edited[] => {
  let now = 0;
  const states = [start];
  for (const each of sequence) {
    now += each[3] ?? 0;
    const last = states.at(-1) ?? start;
    states.push(perform(last, anyCommand(last.document, each), now));
  }
  return states;
};

const untilEnd = (edited: Edited, step: (one: Edited) => Edited): Edited => {
  const next = step(edited);
  return next === edited ? edited : untilEnd(next, step);
};

describe("history", () => {
  test("any sequence of commands, all taken back, gives the first document", () => {
    fc.assert(
      fc.property(commandSequences, (sequence) => {
        const start = unedited(testDocument());
        const end = performAll(start, sequence).at(-1) ?? start;
        expect(untilEnd(end, undo).document).toEqual(start.document);
      }),
    );
  });

  test("any sequence of commands, taken back and done again, gives the last document", () => {
    fc.assert(
      fc.property(commandSequences, fc.nat(40), (sequence, back) => {
        const start = unedited(testDocument());
        const end = performAll(start, sequence).at(-1) ?? start;
        let edited = end;
        for (let count = 0; count < back; count += 1) edited = undo(edited);
        expect(untilEnd(edited, redo).document).toEqual(end.document);
      }),
    );
  });

  test("a history read from JSON undoes the same", () => {
    fc.assert(
      fc.property(commandSequences, (sequence) => {
        const start = unedited(testDocument());
        const end = performAll(start, sequence).at(-1) ?? start;
        const stored = JSON.parse(JSON.stringify(end)) as Edited;
        expect(untilEnd(stored, undo).document).toEqual(start.document);
      }),
    );
  });

  test("changes of one slider within a second are one step, later ones another", () => {
    const start = unedited(testDocument());
    const id = start.document.layers[0]?.id ?? "";
    let edited = start;
    for (const [opacity, at] of [
      [0.9, 0],
      [0.5, 900],
      [0.2, 1_800],
      [0.1, 2_801],
    ] as const)
      edited = perform(edited, patchLayer(id, { opacity }), at);
    expect(edited.past).toHaveLength(2);
    expect(edited.past[0]?.redo).toHaveLength(1);
    expect(undo(edited).document.layers[0]?.opacity).toBe(0.2);
    expect(undo(undo(edited)).document).toEqual(start.document);
  });

  test("keeps 200 steps", () => {
    const start = unedited(testDocument());
    const id = start.document.layers[1]?.id ?? "";
    let edited = start;
    for (let at = 0; at < 230; at += 1) edited = perform(edited, addMark(id, "paint", testStroke()), at);
    expect(HISTORY_MAX_STEPS).toBe(200);
    expect(edited.past).toHaveLength(200);
  });

  test("drops the oldest steps beyond 8 million characters, but never the last step", () => {
    const start = unedited(testDocument());
    const id = start.document.layers[2]?.id ?? "";
    let edited = start;
    for (const text of ["a", "b", "c"])
      edited = perform(edited, patchLayer(id, { text: text.repeat(3_000_000) }), text.charCodeAt(0) * 9_999);
    const weight = edited.past.reduce((sum, step) => sum + step.weight, 0);
    expect(HISTORY_MAX_CHARS).toBe(8_000_000);
    expect(edited.past).toHaveLength(1);
    expect(weight).toBeLessThan(8_000_000);
    const huge = perform(edited, patchLayer(id, { text: "d".repeat(9_000_000) }), 9e9);
    expect(huge.past).toHaveLength(1);
  });

  test("a command that changes nothing is no step", () => {
    const start = unedited(testDocument());
    expect(perform(start, patchLayer("gone", { opacity: 0 }), 0)).toBe(start);
  });

  test("a new command ends what could be done again", () => {
    const start = unedited(testDocument());
    const id = start.document.layers[0]?.id ?? "";
    const back = undo(perform(start, patchLayer(id, { opacity: 0 }), 0));
    expect(back.future).toHaveLength(1);
    expect(perform(back, patchLayer(id, { visible: false }), 1).future).toEqual([]);
  });

  test("pictures of deleted layers stay in use while the deletion can be taken back", () => {
    const start = unedited(testDocument());
    const id = start.document.layers[0]?.id ?? "";
    const removed = perform(start, { name: "layer_deleted", operations: [{ kind: "remove", id }] }, 0);
    expect([...assetsInUse(removed)]).toEqual(["asset-1"]);
    expect([...assetsInUse({ ...removed, past: [] })]).toEqual([]);
  });
});
