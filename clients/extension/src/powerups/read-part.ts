import { CONTENT_MAX_CHARS } from "@ensemble/contract/generated/limits/powerups";
import type { Definition } from "@ensemble/feature-powerups/operations";
import { runsOnPage } from "@ensemble/feature-powerups/sites/sites";
import { browser } from "wxt/browser";
import { addressOf, countWords, cutText, type PageText, type SeenDocument } from "../page/page-text";
import { readSeen } from "../page/read-page";
import { type WantedPart, wantPart } from "../page/wanted-part";
import { closedBy, wantedOrigins } from "../panel/page/closed-page";
import { currentTab, LEFT } from "../panel/page/page-store";
import { PageTrouble } from "./page-trouble";

/** Part of a page that was read, and the document that it is of. */
export interface ReadPart {
  tabId: number;
  mark: string;
  page: PageText;
}

type Tab = NonNullable<Awaited<ReturnType<typeof currentTab>>>;

/** Returns the tab beside the panel if a PowerUP that reads nothing runs on its page. Throws `PageTrouble`. */
export async function tabFor({ sites }: Pick<Definition, "sites">): Promise<Tab> {
  const tab = await currentTab();
  if (tab?.id === undefined) throw new PageTrouble({ kind: "empty" });
  if (sites.scope === "all") return tab;
  if (!tab.url) throw new PageTrouble({ kind: "closed", ...closedBy(undefined, "", false) });
  if (!runsOnPage(sites, tab.url)) throw new PageTrouble({ kind: "wrong_site" });
  return tab;
}

/**
 * Reads the part of the page beside the panel that a PowerUP reads, and nothing else of it. The page is judged by the address of
 * the very document that was read: the tab may have gone on meanwhile. Throws `PageTrouble`.
 */
export async function readPart({ sites }: Pick<Definition, "sites">, part: WantedPart): Promise<ReadPart> {
  const tab = await currentTab();
  if (tab?.id === undefined) throw new PageTrouble({ kind: "empty" });
  const { mark, wanted, seen } = await seenOf(tab, part);
  if (!runsOnPage(sites, addressOf(mark))) throw new PageTrouble({ kind: "wrong_site" });
  // A reader that was not told which part would have read too much: of another document than the one that was told.
  if (wanted !== part) throw new PageTrouble({ kind: "changed" });
  if (seen === null || seen === "pdf") throw new PageTrouble({ kind: "empty" });
  const page = cutPage(await readSeen(seen));
  if (page.text === "") throw new PageTrouble({ kind: part === "selection" ? "no_selection" : "empty" });
  return { tabId: tab.id, mark, page: { ...page, isPrivate: tab.incognito } };
}

async function seenOf({ id: tabId = 0, url }: Tab, part: WantedPart): Promise<SeenDocument> {
  const target = { tabId };
  try {
    await browser.scripting.executeScript({ target, func: wantPart, args: [part], injectImmediately: true });
    const files = ["/read-page.js"];
    const [injected] = await browser.scripting.executeScript({ target, files, injectImmediately: true });
    const answer = injected?.result as SeenDocument | null | undefined;
    if (answer) return answer;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    if (!LEFT.test(said)) {
      console.warn("the page could not be read", error);
      const isAllowed = await browser.permissions.contains({ origins: wantedOrigins(url) });
      throw new PageTrouble({ kind: "closed", ...closedBy(url, said, isAllowed) });
    }
  }
  // Its document is gone.
  throw new PageTrouble({ kind: "changed" });
}

/** Returns a page as far as a PowerUP gets it. The server takes no half characters, which pages may have and cuts may leave. */
function cutPage(page: PageText): PageText {
  const { text, isCut } = cutText(page.text, CONTENT_MAX_CHARS);
  const whole = { ...page, title: page.title.toWellFormed(), text: text.toWellFormed() };
  return isCut ? { ...whole, words: countWords(text), isCut } : whole;
}
