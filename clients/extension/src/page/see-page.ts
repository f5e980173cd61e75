import type { Steps } from "../slices";
import { markedTextIn, rangeWithShadows } from "./marked-text";
import { isContentFrame } from "./page-frames";
import type { SeenPage } from "./page-text";
import { treeOfSeen } from "./seen-tree";
import type { WantedPart } from "./wanted-part";

const CAPTIONS = 'video track[kind="captions"], video track[kind="subtitles"]';

/**
 * Collects what is seen of a page step by step. Changes nothing in it. Where a part is wanted, the other one is not even read:
 * of a selection, not the page around it; of a whole page, not what is selected in it.
 */
export function* seePage(page: Document, wanted: WantedPart | null = null): Steps<SeenPage> {
  const { origin, pathname, hostname } = new URL(page.location.href);
  const around = wanted === "all" ? null : rangeWithShadows(page);
  const selectedTree = around ? yield* treeOfSeen(page, around) : "";
  const selected = around || wanted === "all" ? "" : yield* markedTextIn(page);
  const tree = wanted === "selection" ? "" : yield* treeOfSeen(page);
  const count = (selector: string) => page.querySelectorAll(selector).length;
  return {
    title: page.title || titleIn(page),
    lang: page.documentElement?.lang ?? "",
    address: origin === "null" ? "" : origin + pathname,
    host: hostname,
    selected,
    selectedTree,
    tree,
    hasCaptions: page.querySelector(CAPTIONS) !== null,
    leftOut: {
      fields: count("input, textarea, select, [contenteditable]"),
      pictures: count("img"),
      frames: [...page.querySelectorAll("iframe, frame")].filter((frame) => !isContentFrame(frame)).length,
    },
  };
}

/** Returns the title of a document that is no web page, such as a feed. */
const titleIn = (page: Document): string => page.querySelector("title")?.textContent ?? "";
