import { api } from "@ensemble/contract/api";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { NewReadingSource, Reading } from "@ensemble/contract/wire";
import type { PageText } from "../page/page-text";
import { askBackground } from "./ask-background";
import { currentTab } from "./page-store";
import { askForSite } from "./receipts";
import { videoAddress } from "./video-address";

/**
 * Has the page beside the panel summed up: its text as the person was shown it, or, of a video, its address, by which
 * the server finds what is said in it. Null: its person keeps it back.
 */
export async function summarisePage(page: PageText): Promise<Reading | null> {
  const video = videoAddress((await currentTab())?.url ?? "");
  // What is shown before the first time is what leaves.
  const shown = video === null ? page : { ...page, address: video, text: video, words: 1, isCut: false };
  if (!(await askForSite(shown))) return null;
  const source: NewReadingSource =
    video === null
      ? { type: "text", url: page.address, title: page.title, text: page.text }
      : { type: "address", url: video };
  const body = { id: uuidV7(), source, length: "medium", model: null, keep_source: true } as const;
  const reading = await api.post("/api/reading/readings", { body });
  const { host, title } = page;
  await askBackground("panel→background: note page", {
    page: { host, title, words: shown.words },
    path: "/api/reading/readings",
  });
  return reading;
}
