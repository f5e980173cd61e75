import { browser } from "wxt/browser";
import { create } from "zustand";
import { documentMark, type PageText, type SeenDocument } from "../../page/page-text";
import { namesPdf, pdfPage } from "../../page/pdf-page";
import { ANY_PAGE } from "../../page-features/settings";
import { type ClosedBy, closedBy, wantedOrigins } from "./closed-page";

/**
 * State of the page beside the panel. `away`: not requested. `closed`: the browser blocks it; `pattern` can
 * be permitted. `broken`: reading failed. `ready`: its text is sent with the next message. `pdf`: the server
 * can summarize it.
 */
export type PageState =
  | { kind: "away" }
  | { kind: "reading" }
  | { kind: "closed"; by: ClosedBy; pattern: string | null }
  | { kind: "broken" }
  | { kind: "ready"; tabId: number; page: PageText; mark: string }
  | { kind: "pdf"; tabId: number; page: PageText }
  | { kind: "sent"; page: PageText };

interface Store {
  page: PageState;
  /** True if the attached page follows the active tab. */
  following: boolean;
}

export const usePage = create<Store>(() => ({ page: { kind: "away" }, following: false }));

/** Number of the newest reading; results of older ones are dropped, because they are about another page. */
let newest = 0;

/** Current or last reading. */
let reading: Promise<void> = Promise.resolve();

/** Tab whose page is being read; null: none. */
let readingTab: number | null = null;

/** Reads the page of the active tab. */
export function readTab(): Promise<void> {
  reading = read();
  return reading;
}

/** Number of times that a page is read again which was left while it was read, such as one that redirects. */
const AGAIN_MAX = 3;

async function read(attempt = 0): Promise<void> {
  newest += 1;
  const mine = newest;
  const show = (page: PageState) => {
    if (mine === newest) usePage.setState({ page });
  };
  const tab = await currentTab();
  if (tab?.id === undefined) return show({ kind: "broken" });
  show({ kind: "reading" });
  readingTab = tab.id;
  try {
    const [injected] = await browser.scripting.executeScript({
      target: { tabId: tab.id },
      files: ["/read-page.js"],
      // The script waits for the text itself; Firefox would wait for every image.
      injectImmediately: true,
    });
    const answer = injected?.result as SeenDocument | null | undefined;
    if (mine !== newest) return;
    // Without an answer, its document is gone. A reader that was told a part was told so for a PowerUP.
    if ((!answer || answer.wanted) && attempt < AGAIN_MAX) return read(attempt + 1);
    show(answer?.seen === "pdf" ? pdfOf(tab.id, tab.url) : await readyOf(tab.id, answer, tab.incognito));
  } catch (error) {
    if (mine !== newest) return;
    const said = error instanceof Error ? error.message : String(error);
    if (LEFT.test(said) && attempt < AGAIN_MAX) return read(attempt + 1);
    console.warn("the page could not be read", error);
    const isAllowed = await browser.permissions.contains({ origins: wantedOrigins(tab.url) });
    const closed = closedBy(tab.url, said, isAllowed);
    // If its address is visible, access is granted; if a script is still blocked, it is the browser's own
    // viewer.
    const isViewer = namesPdf(tab.url) && pdfPage(tab.url) && closed.by !== "not_loaded";
    show(isViewer ? pdfOf(tab.id, tab.url) : { kind: "closed", ...closed });
  } finally {
    if (mine === newest) readingTab = null;
  }
}

/** Errors of browsers about a page that was left while a script ran in it. */
export const LEFT = /frame .*removed|no frame with id|document .*(removed|unloaded)|disconnected|destroyed/i;

async function readyOf(
  tabId: number,
  answer: SeenDocument | null | undefined,
  isPrivate: boolean,
): Promise<PageState> {
  if (!answer?.seen || answer.seen === "pdf") return { kind: "broken" };
  // The panel opens without what reading takes.
  const { readSeen } = await import("../../page/read-page");
  const page = { ...(await readSeen(answer.seen)), isPrivate };
  return page.text === "" ? { kind: "broken" } : { kind: "ready", tabId, page, mark: answer.mark };
}

function pdfOf(tabId: number, address: string | undefined): PageState {
  const page = pdfPage(address);
  if (page) return { kind: "pdf", tabId, page };
  const isFile = URL.parse(address ?? "")?.protocol === "file:";
  return { kind: "closed", by: isFile ? "file" : "pdf", pattern: null };
}

/** Returns the tab beside the panel: the last active one, if the panel itself is in a tab. */
export async function currentTab() {
  const [own, tabs] = await Promise.all([
    browser.tabs.getCurrent(),
    browser.tabs.query({ currentWindow: true }),
  ]);
  const others = tabs.filter(({ id }) => id !== own?.id);
  return others.sort((a, b) => (b.lastAccessed ?? 0) - (a.lastAccessed ?? 0))[0];
}

/** Requests the browser's permission for pages. Must be called in a click. */
export async function allowAndRead(pattern: string): Promise<void> {
  const origins = pattern === "*" ? [...ANY_PAGE] : [pattern];
  if (await browser.permissions.request({ origins })) await readTab();
}

/** Removes the attached page, including one that is still being read. */
export function dropPage(): void {
  newest += 1;
  usePage.setState({ page: { kind: "away" } });
}

/** Marks a page's text as sent, unless another page has replaced it. */
export function markSent(sent: PageText): void {
  const { page } = usePage.getState();
  if (page.kind === "ready" && page.page === sent) usePage.setState({ page: { kind: "sent", page: sent } });
}

/** Storage key, kept in this browser like the permissions it needs. */
const FOLLOWING_KEY = "following";

/** Starts or stops reading each active tab. Must be called in a click. */
export async function follow(following: boolean): Promise<void> {
  const allowed = !following || (await browser.permissions.request({ origins: [...ANY_PAGE] }));
  setFollowing(following && allowed);
}

/** Restores following if the browser still permits all pages. */
export async function resumeFollowing(): Promise<void> {
  if (localStorage.getItem(FOLLOWING_KEY) === null || usePage.getState().following) return;
  const allowed = await browser.permissions.contains({ origins: [...ANY_PAGE] });
  setFollowing(allowed);
  if (allowed && usePage.getState().page.kind === "away") await readTab();
}

function setFollowing(following: boolean): void {
  if (following) localStorage.setItem(FOLLOWING_KEY, "yes");
  else localStorage.removeItem(FOLLOWING_KEY);
  usePage.setState({ following });
}

/** Watches for tab switches and navigation in the panel's own window while the panel is open. */
export function watchTabs(): () => void {
  const isHere = async (windowId: number) => (await browser.windows.getCurrent()).id === windowId;
  const activated = async ({ windowId }: { windowId: number }) => {
    if (await isHere(windowId)) lookedElsewhere();
  };
  const updated = async (
    tabId: number,
    { status }: { status?: string },
    { active, windowId }: { active: boolean; windowId: number },
  ) => {
    if (!active || !(await isHere(windowId))) return;
    // A page in the browser's cache is frozen with the script that reads it, which never answers.
    if (status === "loading" && tabId === readingTab) void readTab();
    if (status === "complete") void loaded(tabId);
  };
  browser.tabs.onActivated.addListener(activated);
  browser.tabs.onUpdated.addListener(updated);
  return () => {
    browser.tabs.onActivated.removeListener(activated);
    browser.tabs.onUpdated.removeListener(updated);
  };
}

function lookedElsewhere(): void {
  const { page, following } = usePage.getState();
  if (following) void readTab();
  // Text of another page must not be sent by mistake.
  else if (page.kind !== "away") dropPage();
}

/** Handles the end of a tab's loading, with a new page or the one that was attached before. */
async function loaded(tabId: number): Promise<void> {
  let awaited: Promise<void>;
  do {
    awaited = reading;
    await awaited;
    // Another reading may have started meanwhile.
  } while (awaited !== reading);
  const { page } = usePage.getState();
  const attached = page.kind === "ready" || page.kind === "pdf" ? page.tabId : tabId;
  if (attached !== tabId || (page.kind === "ready" && (await isStill(page)))) return;
  // Another page may have been attached meanwhile.
  if (usePage.getState().page === page) lookedElsewhere();
}

/**
 * Returns true if the tab still shows the document that was read. Without access to the tab it returns false.
 */
export async function isStill({ tabId, mark }: { tabId: number; mark: string }): Promise<boolean> {
  try {
    const [injected] = await browser.scripting.executeScript({
      target: { tabId },
      func: documentMark,
      injectImmediately: true,
    });
    return injected?.result === mark;
  } catch {
    return false;
  }
}
