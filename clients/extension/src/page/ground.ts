import { isTransparent } from "./visibility";

/** Tells whether words have the color of what is behind them, which may be the color of an element around them. */

/** Color behind the words of an element; null: a picture, or nobody can tell. */
export type Ground = string | null;

/** Difference of red, green and blue together below which nobody can read words. */
const READABLE_MIN = 16;
/** Elements that may lie behind words without being around them. */
const PICTURES = "img, picture, video, canvas, svg, iframe, object, embed";
/** Number of neighbors that are looked at; among more, anything may lie behind. */
const NEIGHBORS_MAX = 200;

/** Returns the ground of a page before any of its elements. */
export function groundOfPage(page: Document): Ground {
  const { colorScheme } = getComputedStyle(page.documentElement);
  return /dark/.test(colorScheme) ? null : "rgb(255, 255, 255)";
}

/** Returns the ground of an element on that of its parent. */
export function groundOn(around: Ground, { backgroundColor, backgroundImage }: CSSStyleDeclaration): Ground {
  if (!/^(none|)$/.test(backgroundImage)) return null;
  if (backgroundColor === "" || isTransparent(backgroundColor)) return around;
  return /^rgb\(/.test(backgroundColor) ? backgroundColor : null;
}

/** Returns true if nobody can tell the words of an element from their ground. */
export function isOnItsColor(element: Element, style: CSSStyleDeclaration, ground: Ground): boolean {
  if (ground === null || differenceOf(style.color, ground) >= READABLE_MIN) return false;
  if (!/^(none|)$/.test(style.textShadow ?? "") || Number.parseFloat(style.webkitTextStrokeWidth) > 0)
    return false;
  return !liesOnOthers(element);
}

function differenceOf(one: string, other: string): number {
  const [a, b] = [one, other].map((color) =>
    /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color)?.slice(1).map(Number),
  );
  if (!a || !b) return Number.POSITIVE_INFINITY;
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0);
}

/** Returns true if something that is not around an element may lie behind it, such as the picture of a headline. */
function liesOnOthers(element: Element): boolean {
  const box = element.getBoundingClientRect();
  for (let up: Element | null = element; up; up = up.parentElement) {
    for (const part of ["::before", "::after"])
      if (!/^(none|normal|)$/.test(getComputedStyle(up, part).content)) return true;
    const neighbors = [...(up.parentElement?.children ?? [])].filter((neighbor) => neighbor !== up);
    if (neighbors.length > NEIGHBORS_MAX) return true;
    for (const neighbor of neighbors)
      if ([neighbor, ...neighbor.querySelectorAll(PICTURES)].some((one) => overlaps(box, one))) return true;
    // Its own ground hides what lies behind it.
    if (!isTransparent(getComputedStyle(up).backgroundColor)) return false;
  }
  return false;
}

function overlaps(box: DOMRect, element: Element): boolean {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return left < box.right - 1 && right > box.left + 1 && top < box.bottom - 1 && bottom > box.top + 1;
}
