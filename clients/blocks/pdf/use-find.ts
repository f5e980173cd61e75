import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { placesOf } from "./find-passage";
import { wordsOfPage } from "./page-words";

/** Match of the search: the `index`th on its page. */
export interface Hit {
  page: number;
  index: number;
}

/** Matches so far. */
interface Found {
  hits: readonly Hit[];
  /** Index of the current match. */
  at: number | null;
  /** True if all pages were searched. */
  over: boolean;
}

const NOTHING: Found = { hits: [], at: null, over: true };
/** Debounce of the search while typing. */
const PAUSE_MS = 150;

/** Searches all pages of a PDF one after the other, including pages that are not rendered. */
export function useFind(pdf: PDFDocumentProxy | undefined, fileId: string, count: number, shown: number) {
  const [query, setQuery] = useState("");
  const [found, setFound] = useState(NOTHING);
  // Incremented per shown match, because the same one may be requested again.
  const [turn, setTurn] = useState(0);
  const known = useRef(new Map<number, Promise<string>>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file has other words
  useEffect(() => {
    known.current = new Map();
  }, [pdf]);
  const wordsOf = (number: number) => {
    const own = known.current.get(number) ?? (pdf ? wordsOfPage(pdf, fileId, number) : Promise.resolve(""));
    known.current.set(number, own);
    return own;
  };
  const look = useEffectEvent(async (isFinished: () => boolean) => {
    const from = shown;
    const hits: Hit[] = [];
    let at: number | null = null;
    for (let page = 1; page <= count; page += 1) {
      // An unreadable page has no matches.
      const words = await wordsOf(page).catch(() => "");
      if (isFinished()) return;
      const here = placesOf(words, query).map((_, index) => ({ page, index }));
      if (here.length === 0) continue;
      // The first match from the current page on.
      const isFirst: boolean = at === null && page >= from;
      if (isFirst) at = hits.length;
      hits.push(...here);
      setFound({ hits: [...hits], at, over: false });
      if (isFirst) setTurn((last) => last + 1);
    }
    if (at === null && hits.length > 0) setTurn((last) => last + 1);
    setFound({ hits, at: at ?? (hits.length > 0 ? 0 : null), over: true });
  });
  useEffect(() => {
    setFound(query.trim() === "" ? NOTHING : { ...NOTHING, over: false });
    if (query.trim() === "" || !pdf || count === 0) return;
    let over = false;
    const pause = setTimeout(() => void look(() => over), PAUSE_MS);
    return () => {
      over = true;
      clearTimeout(pause);
    };
  }, [query, pdf, count]);
  const step = (by: number) => {
    if (found.hits.length === 0) return;
    setFound((last) => ({ ...last, at: ((last.at ?? 0) + by + last.hits.length) % last.hits.length }));
    setTurn((last) => last + 1);
  };
  const hit = found.at === null ? null : (found.hits[found.at] ?? null);
  return { query, setQuery, ...found, hit, turn, step };
}
