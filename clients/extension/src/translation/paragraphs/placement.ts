import { parentElementOf } from "../../page/composed";
import { isSvg } from "../../page/node-kinds";
import { isWritten, OWN_TAG, tagOf } from "../page-nodes";
import { type Run, rememberPlace } from "../units";

/** Number of ancestors that are looked at for a place or for what cuts it off. */
const LEVELS = 6;
/** Share of the window above which a box is a part of the page and not a card. */
const CARD_MAX_SHARE = 0.6;

/**
 * Inserts a translation after its paragraph, before the next sibling; after its box where the box would lay it
 * out beside the words. False: nothing may be inserted there.
 */
export function insertPlace(run: Run, place: HTMLElement): boolean {
  const { parent, nodes } = run;
  if (isWritten(parent)) return false;
  rememberPlace(run, place);
  const beside = parent instanceof Element ? rowAround(parent) : null;
  if (beside) {
    insertAfter(beside, place);
    return true;
  }
  const last = run.last.parentNode === parent ? run.last : nodes[nodes.length - 1];
  if (last?.parentNode) last.parentNode.insertBefore(place, last.nextSibling);
  return true;
}

/**
 * Moves translations that nobody would see, because a box shows only some lines or has a fixed height: they go
 * behind that box.
 */
export function showWhole(places: readonly HTMLElement[]): void {
  // All are measured before one is moved.
  const cuts = places.map((place) => [place, boxCutting(place)] as const);
  for (const [place, cut] of cuts) if (cut) insertAfter(cut, place);
}

/** Returns the outermost box that cuts off a translation. */
function boxCutting(place: HTMLElement): Element | null {
  const page = place.ownerDocument;
  if (page.documentElement.clientWidth === 0) return null;
  const { bottom } = place.getBoundingClientRect();
  let cut: Element | null = null;
  let around = parentElementOf(place);
  for (let level = 0; around && around !== page.body && level < LEVELS; level += 1) {
    const box = around.getBoundingClientRect();
    const isDrawn = isSvg(around);
    if (!isDrawn && box.height > innerHeight * CARD_MAX_SHARE) break;
    const { overflowY, webkitLineClamp } = getComputedStyle(around);
    const cutsOff = /hidden|clip/.test(overflowY) && (box.bottom < bottom - 1 || /^\d/.test(webkitLineClamp));
    // Between the parts of a drawing nothing is laid out.
    if (cutsOff && isDrawn) around = drawingAround(around);
    if (cutsOff && isFree(around)) cut = around;
    around = parentElementOf(around);
  }
  return cut;
}

/** Returns the outermost element that lays out its content side by side and has to be left as it is. */
function rowAround(parent: Element): Element | null {
  let row: Element | null = null;
  for (
    let up: Element | null = parent, level = 0;
    up && level < LEVELS;
    up = parentElementOf(up), level += 1
  ) {
    if (!isRow(up) || !isFree(up)) break;
    row = up;
  }
  return row;
}

function isRow(element: Element): boolean {
  const { display, flexDirection, flexWrap } = getComputedStyle(element);
  if (/grid$/.test(display)) return true;
  return /flex$/.test(display) && !/column/.test(flexDirection) && flexWrap !== "wrap";
}

/** Returns the drawing that a part of it is in. */
function drawingAround(part: Element): Element {
  const drawing = part.closest("svg");
  if (!drawing) return part;
  const around = parentElementOf(drawing);
  return isSvg(around) ? drawingAround(around) : drawing;
}

/** Returns true if something may stand behind an element: cells and the page itself have nothing there. */
const isFree = (element: Element): boolean =>
  !/^(HTML|BODY|MAIN|TD|TH|TR|TBODY|THEAD|TFOOT|CAPTION|SUMMARY|LEGEND)$/.test(tagOf(element)) &&
  parentElementOf(element) !== null;

function insertAfter(element: Element, place: HTMLElement): void {
  let before: Element = element;
  // Several paragraphs of a box keep their order.
  while (
    before.nextElementSibling &&
    tagOf(before.nextElementSibling) === OWN_TAG &&
    before.nextElementSibling !== place
  )
    before = before.nextElementSibling;
  before.after(place);
}
