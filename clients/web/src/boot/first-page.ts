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

/** The first pause before code that did not come is asked for again, and the longest. */
const AGAIN_MS = 2_000;
const AGAIN_AT_MOST_MS = 300_000;

/**
 * Code that pages can do without: while it does not come, as when the server starts anew in that moment, it is asked for
 * again and again. Nobody is told, and no page breaks.
 */
export const untilItComes =
  <Code>(load: () => Promise<Code>): (() => Promise<Code>) =>
  async () => {
    for (let pause = AGAIN_MS; ; pause = Math.min(2 * pause, AGAIN_AT_MOST_MS)) {
      try {
        return await load();
      } catch (error) {
        console.warn("code did not come, and is asked for again", error);
        await new Promise((done) => setTimeout(done, pause));
      }
    }
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
