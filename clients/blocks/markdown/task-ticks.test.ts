import { describe, expect, test } from "vitest";
import { withTaskTicked } from "./task-ticks";

const TEXT =
  "- [ ] one\n- [x] two\n```\n- [ ] code\n```\n1. [ ] three\n   - [X] four\n> - [ ] five\n\n[ ] no task";

describe("withTaskTicked", () => {
  test.each([
    [0, "- [ ] one", "- [x] one"],
    [1, "- [x] two", "- [ ] two"],
    [2, "1. [ ] three", "1. [x] three"],
    [3, "- [X] four", "- [ ] four"],
    [4, "> - [ ] five", "> - [x] five"],
  ])("changes task %i only", (index, before, after) => {
    expect(withTaskTicked(TEXT, index)).toBe(TEXT.replace(before, after));
  });

  test("leaves a text without that task as it is", () => {
    expect(withTaskTicked(TEXT, 5)).toBe(TEXT);
    expect(withTaskTicked(TEXT, -1)).toBe(TEXT);
  });
});
