import type { Page } from "@playwright/test";
import { takeStale } from "./loaded-chat.ts";

/** The parts of the client's router that `visit` uses. */
interface RunningRouter {
  history: { push(path: string): void; subscribers: { size: number } };
  latestLocation: { href: string };
  state: { status: string; resolvedLocation?: { href: string } };
}

/** Pages that load by themselves: they have a frame of their own, or are only reached by an address. */
const LOADED = ["/quick", "/404", "/500", "/403", "/banned", "/account-deletion", "/checkout"];

/**
 * Opens a page of the product like a link does, without loading the product again; loads it if the product is
 * not running in the page, the page is the one that is open, one of the two pages only loads by itself, or the
 * journey changed something that a running page may not know.
 */
export async function visit(page: Page, address: string): Promise<void> {
  const [from, to] = [new URL(page.url()), new URL(address)];
  const isFollowed =
    !takeStale(page) &&
    from.origin === to.origin &&
    from.href !== to.href &&
    ![from, to].some(({ pathname }) => LOADED.some((page) => pathname.endsWith(page)));
  if (!isFollowed || !(await follow(page, to.pathname + to.search))) await page.goto(address);
}

/** Returns true once the router has rendered the page at `path`, and false if there is no router. */
function follow(page: Page, path: string): Promise<boolean> {
  return page.evaluate(async (path) => {
    const router = (globalThis as { __TSR_ROUTER__?: RunningRouter }).__TSR_ROUTER__;
    if (!router) return false;
    // Before it listens to the history, the page that is loading would come over the one that is opened.
    const isRendered = () =>
      router.history.subscribers.size > 0 &&
      router.state.status === "idle" &&
      router.state.resolvedLocation?.href === router.latestLocation.href;
    const rendered = async () => {
      do await new Promise((next) => requestAnimationFrame(next));
      while (!isRendered());
    };
    await rendered();
    router.history.push(path);
    await rendered();
    return true;
  }, path);
}
