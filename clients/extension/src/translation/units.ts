import { findContent, lettersOf, MAIN_MIN_LETTERS } from "./main-content";
import { OWN_TAG, type PageNodes } from "./page-nodes";

/** Adjacent nodes that form a paragraph. */
export interface Run {
  parent: ParentNode & Node;
  nodes: readonly Node[];
  /** Last node of its line, such as a footnote number or an anchor; the translation is inserted after it. */
  last: Node;
}

/** Maximum depth; pages written by hand are never deeper. */
const DEPTH_MAX = 400;

/** Returns the paragraphs under `root` in reading order. */
export function findRuns(root: ParentNode & Node, nodes: PageNodes): Run[] {
  const found: Run[] = [];
  walk(root, nodes, found, 0);
  return found;
}

function walk(parent: ParentNode & Node, kinds: PageNodes, found: Run[], depth: number): void {
  if (depth > DEPTH_MAX) return;
  let run: Node[] = [];
  let last: Node | null = null;
  const end = () => {
    const nodes = trim(run, kinds);
    if (nodes.length > 0 && last) found.push({ parent, nodes, last });
    run = [];
    last = null;
  };
  let breaks = 0;
  for (const child of parent.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) {
      if (!isBlank(child)) {
        breaks = 0;
        last = child;
      }
      run.push(child);
      continue;
    }
    if (!(child instanceof Element)) continue;
    if (child.tagName === "BR") {
      breaks += 1;
      run.push(child);
      // An empty line separates paragraphs.
      if (breaks === 2) end();
      continue;
    }
    const kind = kinds.kindOf(child);
    if (kind === "skip") {
      if (isWall(child)) end();
      else last = child;
      continue;
    }
    breaks = 0;
    if (kind === "block") {
      end();
      walk(child, kinds, found, depth + 1);
      if (child.shadowRoot) walk(child.shadowRoot, kinds, found, depth + 1);
    } else {
      run.push(child);
      last = child;
    }
  }
  end();
}

/** Returns true for elements that end a paragraph without being read. */
const isWall = (element: Element): boolean =>
  !/^(inline|none|contents|$)/.test(getComputedStyle(element).display);

/** Removes empty nodes at the edges; empty if there are no words. */
function trim(run: readonly Node[], kinds: PageNodes): readonly Node[] {
  const says = (node: Node) => hasWords(node, kinds);
  const first = run.findIndex(says);
  return first < 0 ? [] : run.slice(first, run.findLastIndex(says) + 1);
}

/** Returns true if the node has text to translate. */
function hasWords(node: Node, kinds: PageNodes): boolean {
  if (node.nodeType === Node.TEXT_NODE) return !isBlank(node);
  if (!(node instanceof Element) || node.tagName === "BR" || kinds.kindOf(node) !== "inline") return false;
  // A headline's anchor or an arrow is decoration around words.
  if (!SAYS_SOMETHING.test(node.textContent ?? "")) return false;
  return [...node.childNodes].some((child) => hasWords(child, kinds));
}

const SAYS_SOMETHING = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;
const isBlank = (node: Node): boolean => (node.textContent ?? "").trim() === "";

/** Returns the translation element under a paragraph; null: none. */
export const placeUnder = ({ last }: Run): Element | null =>
  last.nextSibling instanceof Element && last.nextSibling.tagName === OWN_TAG ? last.nextSibling : null;

/** Returns the paragraph at a point of the window, including its translation; null: none. */
export function runAt(
  element: Element | null,
  point: { x: number; y: number },
  kinds: PageNodes,
): Run | null {
  const place = element?.closest(OWN_TAG.toLowerCase()) ?? null;
  let block = place ? place.parentElement : element;
  while (block && kinds.kindOf(block) === "inline") block = block.parentElement;
  for (let up = block; up; up = up.parentElement) if (kinds.kindOf(up) !== "block") return null;
  if (!block) return null;
  const own: Run[] = findRuns(block, kinds).filter(({ parent }) => parent === block);
  return (
    (place && own.find((run) => placeUnder(run) === place)) ??
    own.find((run) => holds(run, point)) ??
    own.find((run) => run.nodes.some((node) => node === element)) ??
    null
  );
}

function holds(run: Run, { x, y }: { x: number; y: number }): boolean {
  const { nodes } = run;
  const [first, last] = [nodes[0], placeUnder(run) ?? nodes[nodes.length - 1]];
  if (!first || !last) return false;
  const range = document.createRange();
  range.setStartBefore(first);
  range.setEndAfter(last);
  const { left, top, right, bottom } = range.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}

/**
 * Returns the elements to translate: the main content if it is marked or can be detected, else the whole
 * page.
 */
export function contentRoots(page: Document, scope: "main" | "all"): Element[] {
  const all = page.body ? [page.body] : [];
  if (scope === "all") return all;
  const main = [...page.querySelectorAll("main, [role=main]")].filter(
    (element) => !element.parentElement?.closest("main, [role=main]"),
  );
  if (main.some((element) => lettersOf(element) >= MAIN_MIN_LETTERS)) return main;
  const articles = [...page.querySelectorAll("article")].filter(
    (element) => !element.parentElement?.closest("article"),
  );
  const inArticles = articles.reduce((sum, element) => sum + lettersOf(element), 0);
  // A feed grows next to existing items, so its parent is observed instead of each article.
  const [first] = articles;
  if (articles.length === 1 && first && inArticles >= MAIN_MIN_LETTERS) return [first];
  return (page.body && findContent(page.body)) ?? all;
}
