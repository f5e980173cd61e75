/** Maximum wait for the first page before other code loads. */
const AT_LATEST_MS = 3_000;

const ready = Promise.withResolvers<void>();

/** Reports that the composer or the sign-in is painted. */
export function tellReady(): void {
  // The task after the frame that shows it.
  requestAnimationFrame(() => setTimeout(ready.resolve));
  setTimeout(ready.resolve, AT_LATEST_MS);
}

/** Loads code after the first page, so that it does not compete for bandwidth. */
export const afterFirst =
  <Code>(load: () => Promise<Code>): (() => Promise<Code>) =>
  async () => {
    await ready.promise;
    return load();
  };

/** Loads code when the browser is idle after that. */
export const whenIdle =
  <Code>(load: () => Promise<Code>): (() => Promise<Code>) =>
  async () => {
    await ready.promise;
    await new Promise<void>((done) => requestIdleCallback(() => done(), { timeout: 2_000 }));
    return load();
  };
