/** Maximum duration of a slice of work; a page stays responsive below 50 ms, and has work of its own. */
const SLICE_MS = 8;

/** Work that can pause at each of its steps. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Runs all steps at once. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Runs steps in slices, between which the page does its own work. `isStopped` ends it early with null. */
export async function runInSlices<Result>(
  steps: Steps<Result>,
  isStopped: () => boolean = () => false,
): Promise<Result | null> {
  let end = performance.now() + SLICE_MS;
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() < end) continue;
    await nextSlice();
    if (isStopped()) return null;
    end = performance.now() + SLICE_MS;
  }
}

/** Waits until the page has done its own work. */
export function nextSlice(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}
