import type { AnyRouter } from "@tanstack/react-router";

/** Maximum wait for the first page. */
const AT_LATEST_MS = 3_000;

const shown = Promise.withResolvers<void>();

/**
 * Resolves when the first page is painted. Other code loads afterwards, so that it does not compete with the
 * composer for bandwidth.
 */
export const firstPage: Promise<void> = shown.promise;

/** Loads code after the first page. */
export const afterFirstPage =
  <Code>(load: () => Promise<Code>): (() => Promise<Code>) =>
  async () => {
    await firstPage;
    return load();
  };

/** Loads code when the browser is idle after the first page. */
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

export function watchFirstPage(router: AnyRouter): void {
  const stop = router.subscribe("onRendered", () => {
    stop();
    // The task after the frame that shows it.
    requestAnimationFrame(() => setTimeout(shown.resolve));
  });
  setTimeout(shown.resolve, AT_LATEST_MS);
}
