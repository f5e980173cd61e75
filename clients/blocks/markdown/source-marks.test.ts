import { describe, expect, test } from "vitest";
import { piecesOf, withoutMarks, withoutUnfinishedMark } from "./source-marks";

describe("marks of a merged answer", () => {
  test("are cut out of the text with the answers they name", () => {
    expect(piecesOf("Water boils. [[agree:1,3]] At 100 °C. [[differ:1, 2]]")).toEqual([
      "Water boils. ",
      { kind: "agree", answers: [1, 3] },
      " At 100 °C. ",
      { kind: "differ", answers: [1, 2] },
    ]);
  });

  test("may be written a little differently", () => {
    expect(piecesOf("[[ Only : 2 ]]")).toEqual([{ kind: "only", answers: [2] }]);
    expect(piecesOf("[[differ:1|3]]")).toEqual([{ kind: "differ", answers: [1, 3] }]);
    expect(piecesOf("[[agree:2,2]]")).toEqual([{ kind: "agree", answers: [2] }]);
  });

  test("what is no mark stays text", () => {
    for (const text of ["[[wiki link]]", "[[agree:]]", "[[agree:one]]", "a[[1]]", "[agree:1]"])
      expect(piecesOf(text)).toEqual([text]);
  });

  test("are not seen by halves while they arrive, at whatever character the text is cut", () => {
    const whole = "Yes. [[agree:1,2]]";
    for (let length = 0; length <= whole.length; length++) {
      const shown = piecesOf(withoutUnfinishedMark(whole.slice(0, length)));
      expect(shown.filter((piece) => typeof piece === "string").join("")).not.toContain("[");
    }
    expect(withoutUnfinishedMark("an array[0] stays")).toBe("an array[0] stays");
  });

  test("are not copied", () => {
    expect(withoutMarks("Yes. [[agree:1,2]] No. [[only:1]]")).toBe("Yes. No.");
  });
});
