import type { ResultsPageLayout } from "@ensemble/contract/wire";

/** Result as shown on the page. */
export interface SearchResult {
  title: string;
  address: string;
  /** Site name for display. */
  site: string;
  snippet: string;
}

/** Number of results sent: people look at the first ones, and more cost more than they add. */
const RESULTS_MAX = 6;
const TITLE_MAX_CHARS = 200;
const SNIPPET_MAX_CHARS = 320;
const ADDRESS_MAX_CHARS = 500;

/** Fallback selectors for pages that changed: any link with a heading. */
const ANY = { item: "a:has(h3), h3:has(a), h2:has(a)", title: "*", link: "a", snippet: "*" };

/** Reads the first visible results of the page. */
export function readResults(page: Document, { results }: ResultsPageLayout): SearchResult[] {
  const known = collect(page, results);
  if (known.length > 0) return known;
  return collect(page, ANY).map((result) => ({ ...result, snippet: "" }));
}

function collect(
  page: Document,
  { item, title, link, snippet }: ResultsPageLayout["results"],
): SearchResult[] {
  const found = new Map<string, SearchResult>();
  for (const element of findAll(page, item)) {
    if (found.size >= RESULTS_MAX) break;
    if (!element.checkVisibility()) continue;
    const anchor = within(element, link);
    const address = anchor instanceof HTMLAnchorElement ? anchor.href : "";
    if (!/^https?:/.test(address) || address.length > ADDRESS_MAX_CHARS || found.has(address)) continue;
    const said = textOf(within(element, title), TITLE_MAX_CHARS) || textOf(element, TITLE_MAX_CHARS);
    if (said === "") continue;
    found.set(address, {
      title: said,
      address,
      site: new URL(address).hostname.replace(/^www\./, ""),
      snippet: textOf(findOne(element, snippet), SNIPPET_MAX_CHARS),
    });
  }
  return [...found.values()];
}

const within = (element: Element, selector: string): Element | null =>
  matchesSafely(element, selector) ? element : findOne(element, selector);

function textOf(element: Element | null, most: number): string {
  const text = (element?.textContent ?? "").replace(/\s+/g, " ").trim();
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** Returns the query from the page's search field, for addresses without it. */
export function queryInField(page: Document, { field }: ResultsPageLayout): string {
  const found = findOne(page, field);
  return found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement ? found.value.trim() : "";
}

// A selector that this browser does not support matches nothing.

function findAll(root: ParentNode, selector: string): Element[] {
  try {
    return [...root.querySelectorAll(selector)];
  } catch {
    return [];
  }
}

export function findOne(root: ParentNode, selector: string): Element | null {
  try {
    return root.querySelector(selector);
  } catch {
    return null;
  }
}

function matchesSafely(element: Element, selector: string): boolean {
  try {
    return element.matches(selector);
  } catch {
    return false;
  }
}
