import type { SearchHit } from "@ensemble/contract/wire";
import { browser } from "wxt/browser";
import { askJson } from "./ask-json";
import { readConnection } from "./connection";
import { bytesAsked, noteSent } from "./sent-log";

const SHOWN_MAX = 6;
/** Debounce while typing. */
const PAUSE_MS = 200;

/** Handles `ens` in the address bar: searches the chats, or asks in a new one. */
export function watchOmnibox(): void {
  let newest = 0;
  browser.omnibox.onInputChanged.addListener((typed, suggest) => {
    newest += 1;
    const mine = newest;
    setTimeout(() => {
      if (mine !== newest || typed.trim() === "") return;
      void found(typed).then(
        (hits) => mine === newest && suggest(hits.slice(0, SHOWN_MAX)),
        (error: unknown) => console.warn("chats could not be searched", error),
      );
    }, PAUSE_MS);
  });
  browser.omnibox.onInputEntered.addListener((entered, disposition) => void open(entered, disposition));
}

async function found(words: string): Promise<{ content: string; description: string }[]> {
  const query = new URLSearchParams({ q: words.trim() });
  const { items } = await askJson<{ items: SearchHit[] }>("GET", `/api/chat/search?${query}`);
  const seen = new Map(items.map((hit) => [hit.conversation_id, hit]));
  return [...seen.values()].map(({ conversation_id, title }) => ({
    content: `/home/chat/chat/${conversation_id}`,
    description: asDescription(title),
  }));
}

/** Escapes a description for Chrome, which parses it as XML; Firefox shows it as is. */
export const asDescription = (title: string, chrome = Boolean(browser.sidePanel)): string =>
  chrome
    ? title.replace(/[\p{Cc}<>&"']/gu, (character) =>
        character < " " ? " " : `&#${character.codePointAt(0)};`,
      )
    : title;

/** Opens the selected chat, or a new one with the typed text. */
async function open(entered: string, disposition: string): Promise<void> {
  const { server } = await readConnection();
  if (server === null) {
    await browser.tabs.create({ url: `${location.origin}/sidepanel.html` });
    return;
  }
  const isChat = /^\/home\/chat\/chat\/[0-9a-f-]{36}$/.test(entered);
  const url = new URL(server + (isChat ? entered : "/home/chat"));
  if (!isChat) {
    url.searchParams.set("q", entered);
    // The browser navigates there itself, which sends the text as well.
    await noteSent({ path: "/home/chat", bytes: bytesAsked(url) });
  }
  if (disposition === "currentTab") await browser.tabs.update({ url: url.href });
  else await browser.tabs.create({ url: url.href, active: disposition === "newForegroundTab" });
}
