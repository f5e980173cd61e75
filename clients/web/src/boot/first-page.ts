import type { AppRouter } from "../router";

/** A first page that takes longer holds nothing else up. */
const AT_LATEST_MS = 3_000;

const shown = Promise.withResolvers<void>();

/**
 * Resolves when the first page is painted. A person waits for the field they can write in; what else stands around it
 * asks for its code after that, so that the two do not share the line.
 */
export const firstPage: Promise<void> = shown.promise;

/** Code that the first page does not wait for. */
export const afterFirstPage =
  <Code>(load: () => Promise<Code>): (() => Promise<Code>) =>
  async () => {
    await firstPage;
    return load();
  };

/** Code that is asked for when, after the first page, the browser has nothing more urgent to do. */
export const whenIdle =
  <Code>(load: () => Promise<Code>): (() => Promise<Code>) =>
  async () => {
    await firstPage;
    await idle();
    return load();
  };

const idle = () =>
  new Promise<void>((done) => {
    if (typeof requestIdleCallback === "undefined") setTimeout(done);
    else requestIdleCallback(() => done(), { timeout: 1_000 });
  });

export function watchFirstPage(router: AppRouter): void {
  const stop = router.subscribe("onRendered", () => {
    stop();
    // The next task after the frame that shows it.
    requestAnimationFrame(() => setTimeout(shown.resolve));
  });
  setTimeout(shown.resolve, AT_LATEST_MS);
}
