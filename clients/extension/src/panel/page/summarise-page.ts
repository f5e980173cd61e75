import { api } from "@ensemble/contract/api";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { NewReadingSource, Reading } from "@ensemble/contract/wire";
import type { PageText } from "../../page/page-text";
import { carryOnce } from "../background-fetch";
import { currentTab } from "./page-store";
import { askForSite } from "./receipts";
import { videoAddress } from "./video-address";

/**
 * Summarizes the page beside the panel: its text as shown to the person, or the address of a video or PDF,
 * which the server fetches. Null: the person declined.
 */
export async function summarisePage(page: PageText): Promise<Reading | null> {
  const address = await addressOf(page);
  // The receipt before the first time shows exactly what is sent.
  const shown = address === null ? page : { ...page, text: address, words: 1, isCut: false };
  if (!(await askForSite(shown, { each: hasQuery(address) }))) return null;
  const source: NewReadingSource =
    address === null
      ? { type: "text", url: page.address, title: page.title, text: page.text }
      : { type: "address", url: address };
  const body = { id: uuidV7(), source, length: "medium", model: null, keep_source: true } as const;
  const { host, title, isPrivate } = page;
  const path = "/api/reading/readings";
  return carryOnce(path, { host, title, words: shown.words, isPrivate }, () => api.post(path, { body }));
}

/**
 * Returns the address if the server can fetch the content itself; null: the text that was read here is sent.
 */
async function addressOf(page: PageText): Promise<string | null> {
  if (page.kind === "pdf") return page.text;
  if (page.kind === "selection") return null;
  return videoAddress((await currentTab())?.url ?? "") ?? (page.isVideo ? page.address : null);
}

/**
 * Returns true if the address has a query, which may be private and is therefore shown every time. For a
 * video the query is only its id.
 */
const hasQuery = (address: string | null): boolean =>
  address !== null && videoAddress(address) === null && new URL(address).search !== "";
