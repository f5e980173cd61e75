// @vitest-isolate: what watches a page goes on after a test, and would watch that of another.
import { expect, test, vi } from "vitest";
import { runAtOnce, runInSlices, type Steps } from "./slices";

function* count(to: number, onStep: () => void = () => undefined): Steps<number> {
  for (let at = 0; at < to; at += 1) {
    onStep();
    yield;
  }
  return to;
}

test("steps give the same result at once and in slices", async () => {
  expect(runAtOnce(count(5))).toBe(5);
  expect(await runInSlices(count(5))).toBe(5);
});

test("a slice ends after its time, and the work with it when nobody wants it any more", async () => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  let steps = 0;
  const done = await runInSlices(
    count(100, () => {
      steps += 1;
      now += 3;
    }),
    () => steps > 10,
  );
  expect(done).toBeNull();
  expect(steps).toBeLessThan(20);
});
