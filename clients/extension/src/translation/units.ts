import { nodesIn, parentAround } from "../page/composed";
import { runAtOnce, type Steps } from "../slices";
import { findContentIn, hasContent } from "./main-content";
import { isWritten, OWN_TAG, type PageNodes, tagOf } from "./page-nodes";

/** Adjacent nodes that form a paragraph. */
export interface Run {
  parent: ParentNode & Node;
  nodes: readonly Node[];
  /** Last node of its line, such as a footnote number or an anchor; the translation is inserted after it. */
  last: Node;
}

/** Maximum depth; pages written by hand are never deeper. */
const DEPTH_MAX = 400;

/** Length after which a line break ends a paragraph: chapters may have nothing else. */
const LINES_MAX_CHARS = 1_200;

/** Returns the paragraphs under `root` in reading order. */
export const findRuns = (root: ParentNode & Node, nodes: PageNodes): Run[] =>
  runAtOnce(findRunsIn(root, nodes));

/**
 * Finds the paragraphs under `root` step by step. `isLater` postpones a block, which is then left to the
 * caller.
 */
export function* findRunsIn(
  root: ParentNode & Node,
  nodes: PageNodes,
  isLater: (block: Element) => boolean = () => false,
): Steps<Run[]> {
  const found: Run[] = [];
  if (!isWritten(root)) yield* walk(root, { kinds: nodes, found, isLater }, 0);
  return found;
}

interface Walk {
  kinds: PageNodes;
  found: Run[];
  isLater: (block: Element) => boolean;
}

function* walk(parent: ParentNode & Node, to: Walk, depth: number): Steps<void> {
  const { kinds, found } = to;
  if (depth > DEPTH_MAX) return;
  let run: Node[] = [];
  let last: Node | null = null;
  let chars = 0;
  const end = () => {
    const nodes = trim(run, kinds);
    if (nodes.length > 0 && last) found.push({ parent, nodes, last });
    run = [];
    last = null;
    chars = 0;
  };
  const isMute = kinds.isMute(parent);
  const isLines = parent instanceof Element && tagOf(parent) === "PRE";
  let breaks = 0;
  for (const child of [...nodesIn(parent)]) {
    if (child.nodeType === Node.TEXT_NODE) {
      if (isMute) continue;
      if (!isBlank(child)) {
        breaks = 0;
        last = child;
        chars += (child.textContent ?? "").length;
      }
      run.push(child);
      // A text file is cut into its paragraphs before.
      if (isLines) end();
      continue;
    }
    if (!(child instanceof Element)) continue;
    if (tagOf(child) === "BR") {
      breaks += 1;
      run.push(child);
      // An empty line separates paragraphs.
      if (breaks === 2 || chars > LINES_MAX_CHARS) end();
      continue;
    }
    yield;
    const kind = kinds.kindOf(child);
    if (kind === "apart") {
      end();
      breaks = 0;
      continue;
    }
    if (kind === "skip") {
      if (isWall(child)) end();
      else last = child;
      continue;
    }
    breaks = 0;
    if (kind === "block") {
      end();
      if (to.isLater(child)) continue;
      yield* walk(child, to, depth + 1);
      if (child.shadowRoot) yield* walk(child.shadowRoot, to, depth + 1);
    } else {
      run.push(child);
      last = child;
      chars += (child.textContent ?? "").length;
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
  if (!(node instanceof Element) || tagOf(node) === "BR" || kinds.kindOf(node) !== "inline") return false;
  // A headline's anchor or an arrow is decoration around words.
  if (!SAYS_SOMETHING.test(node.textContent ?? "")) return false;
  return [...nodesIn(node)].some((child) => hasWords(child, kinds));
}

const SAYS_SOMETHING = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;
const isBlank = (node: Node): boolean => (node.textContent ?? "").trim() === "";

/** Translations by the first node of their paragraph: not all of them are next to it. */
const places = new WeakMap<Node, Element>();

export function rememberPlace({ nodes: [first] }: Run, place: Element): void {
  if (first) places.set(first, place);
}

/** Returns the translation element under a paragraph; null: none. */
export function placeUnder({ nodes: [first], last }: Run): Element | null {
  const known = first && places.get(first);
  if (known?.isConnected) return known;
  const next = last.nextSibling;
  return next instanceof Element && tagOf(next) === OWN_TAG ? next : null;
}

/** Returns the paragraph at a point of the window, including its translation; null: none. */
export function runAt(
  element: Element | null,
  point: { x: number; y: number },
  kinds: PageNodes,
): Run | null {
  const place = element?.closest(OWN_TAG.toLowerCase()) ?? null;
  let block = place ? place.parentElement : element;
  while (block && kinds.kindOf(block) === "inline") block = parentAround(block);
  for (let up = block; up; up = parentAround(up)) if (kinds.kindOf(up) !== "block") return null;
  if (!block || isWritten(block)) return null;
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
export const contentRoots = (page: Document, scope: "main" | "all"): Element[] =>
  runAtOnce(contentRootsIn(page, scope));

export function* contentRootsIn(page: Document, scope: "main" | "all"): Steps<Element[]> {
  // Beside frames there is no text.
  const body = page.body && tagOf(page.body) === "BODY" ? page.body : null;
  if (!body || isWritten(body)) return [];
  if (scope === "all") return [body];
  const main = [...page.querySelectorAll("main, [role=main]")].filter(
    (element) => !element.parentElement?.closest("main, [role=main]"),
  );
  if (main.some(hasContent)) return main;
  const articles = [...page.querySelectorAll("article")].filter(
    (element) => !element.parentElement?.closest("article"),
  );
  // A feed grows next to existing items, so its parent is observed instead of each article.
  const [first] = articles;
  if (articles.length === 1 && first && hasContent(first)) return [first];
  return (yield* findContentIn(body)) ?? [body];
}
