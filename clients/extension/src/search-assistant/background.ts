import type { ModelList, ResultsPageLayouts, SearchAssistant } from "@ensemble/contract/wire";
import { browser } from "wxt/browser";
import bundled from "../../../../contract/search-engines.json";
import { askJson } from "../background/ask-json";
import { readConnection } from "../background/connection";
import { nothing, type PageHandler, type PageSender } from "../background/pages/answer-page";
import { findSearch, readEngines } from "./engines";
import type { AllowedHere, SearchMessages } from "./messages";

type Handlers = { [Name in keyof SearchMessages]: PageHandler<Name> };

/** Maximum length of a search address. */
const ADDRESS_MAX_CHARS = 8_000;

/** Handlers of the messages from the assistant on a results page. */
export const SEARCH_HANDLERS: Handlers = {
  "page→background: search page": {
    check: (sent) => {
      const { path, query } = (sent ?? {}) as Record<string, unknown>;
      if (typeof path !== "string" || typeof query !== "string" || !path.startsWith("/")) return null;
      return path.length + query.length > ADDRESS_MAX_CHARS ? null : { path, query };
    },
    answer: async ({ path, query }, { origin }: PageSender) =>
      findSearch(await searchEngines(), origin + path + query),
  },
  "page→background: search allowed": { check: nothing, answer: allowed },
};

const KEY = "search-engines";
const DAY_MS = 24 * 60 * 60 * 1_000;

interface Kept {
  /** Server that the list comes from. */
  server: string;
  at: number;
  list: unknown;
}

/** Returns the last known list of the server, or the bundled one. Refreshed once a day. */
export async function searchEngines(): Promise<ResultsPageLayouts> {
  const { server, token } = await readConnection();
  const canAsk = server !== null && token !== null;
  let kept = await keptFor(server);
  // The first time it is awaited; later, the known list is used until the new one is loaded.
  if (canAsk && !kept) {
    await refresh(server);
    kept = await keptFor(server);
  } else if (canAsk && kept && Date.now() - kept.at > DAY_MS) void refresh(server);
  // Validated each time, because an older version of the program may have stored it.
  return readEngines(kept?.list) ?? (bundled as ResultsPageLayouts);
}

async function keptFor(server: string | null): Promise<Kept | null> {
  const kept = (await browser.storage.local.get(KEY))[KEY] as Kept | undefined;
  return kept && kept.server === server ? kept : null;
}

/** Time before a failed server is asked again. */
const PAUSE_MS = 60_000;
let failedAt = Number.NEGATIVE_INFINITY;
let refreshing: Promise<void> | null = null;

/** Loads the server's list if it is completely valid. */
function refresh(server: string): Promise<void> {
  if (Date.now() - failedAt < PAUSE_MS) return Promise.resolve();
  refreshing ??= askJson<unknown>("GET", "/api/search/engines")
    .then(async (sent) => {
      const list = readEngines(sent);
      if (list) return browser.storage.local.set({ [KEY]: { server, at: Date.now(), list } satisfies Kept });
      throw new Error("it is not one that can be used");
    })
    .catch((error: unknown) => {
      failedAt = Date.now();
      console.warn("the server's list of search engines was not taken", error);
    })
    .finally(() => {
      refreshing = null;
    });
  return refreshing;
}

/** Cache time of the quota: people page through results. */
const KEPT_MS = 30_000;
let known: { at: number; server: string | null; allowed: AllowedHere } | null = null;

async function allowed(): Promise<AllowedHere> {
  const { server } = await readConnection();
  if (known && known.server === server && Date.now() - known.at < KEPT_MS) return known.allowed;
  const [{ automatic, plenty }, { models }] = await Promise.all([
    askJson<SearchAssistant>("GET", "/api/search/assistant"),
    askJson<ModelList>("GET", "/api/models"),
  ]);
  const hasModel = models.some(({ provider, locked }) => provider !== "builtin" && !locked);
  known = { at: Date.now(), server, allowed: { automatic, plenty, hasModel } };
  return known.allowed;
}
