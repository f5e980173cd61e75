/** However long the first page takes, what stands around it waits no longer. */
const AT_LATEST_MS = 3_000;

const ready = Promise.withResolvers<void>();

/** One can write, or is asked who one is: says so once it is painted. */
export function tellReady(): void {
  // The next task after the frame that shows it.
  requestAnimationFrame(() => setTimeout(ready.resolve));
  setTimeout(ready.resolve, AT_LATEST_MS);
}

/** Code that the first words do not wait for: files and their reading would share the line with the field. */
export const afterFirst =
  <Code>(load: () => Promise<Code>): (() => Promise<Code>) =>
  async () => {
    await ready.promise;
    return load();
  };

/** Code that is asked for when, after that, the browser has nothing more urgent to do. */
export const whenIdle =
  <Code>(load: () => Promise<Code>): (() => Promise<Code>) =>
  async () => {
    await ready.promise;
    await new Promise<void>((done) => requestIdleCallback(() => done(), { timeout: 2_000 }));
    return load();
  };
