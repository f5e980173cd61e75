import { alphaOf, shareOf, throughMasks } from "./masks";

/**
 * Tells what of a page a person can see or hear: words that neither shows are not the page's. Words for screen
 * readers, cut to one pixel, are.
 */

/** Distance from the page at which nothing is reached by scrolling, as styles that hide words use it. */
const FAR_AWAY_PX = -900;
/** Share below which nothing is seen of something that is nearly transparent. */
const SEEN_MIN = 0.05;
/** Blur that leaves no letter. */
const BLUR_MIN_PX = 8;
/** Size of what is there for screen readers alone. */
const SPOKEN_MAX_PX = 2;

/** Returns true if an element hides itself with all that is in it, whatever its size. */
export function hidesAll(element: Element, style: CSSStyleDeclaration = getComputedStyle(element)): boolean {
  if (style.display === "none" || style.contentVisibility === "hidden") return true;
  if (style.opacity !== "" && Number(style.opacity) < SEEN_MIN) return true;
  if (isSet(style.filter) && isFilteredAway(style.filter)) return true;
  if (/^0( 0)*$/.test(style.scale) || (Number.parseFloat(style.zoom) || 1) < SEEN_MIN) return true;
  if (throughMasks(element, style) < SEEN_MIN) return true;
  const styleOf = withoutLayout(element, style);
  const transform = styleOf("transform");
  if (isSet(transform) && isFlat(element, transform)) return true;
  if (isClipped(style.clipPath) || /^rect\((-?[\d.]+)px, (-?[\d.]+)px, \1px, \2px\)$/.test(style.clip))
    return !isSpoken(element);
  return isFarAway(element, style, styleOf);
}

const isSet = (value: string | undefined): value is string => value !== undefined && !/^(none|)$/.test(value);

const isFilteredAway = (filter: string): boolean => {
  const [, amount = "1", unit] = /opacity\(([\d.]+)(%?)\)/.exec(filter) ?? [];
  const blur = /blur\(([\d.]+)px\)/.exec(filter)?.[1] ?? "0";
  return (
    shareOf(amount, unit) < SEEN_MIN || Number(blur) >= BLUR_MIN_PX || /contrast\(0(\.0\d*)?%?\)/.test(filter)
  );
};

/**
 * Returns a function that reads styles which depend on the layout. Asked for what is shown, a browser lays out each
 * element that it has left out for being outside the window: 14 seconds on a page of 22,000.
 */
function withoutLayout(element: Element, style: CSSStyleDeclaration): (name: string) => string {
  const values = "computedStyleMap" in element ? element.computedStyleMap() : null;
  return (name) => (values ? String(values.get(name) ?? "") : style.getPropertyValue(name));
}

/** Returns true for a transform that leaves no width or no height. */
function isFlat(element: Element, transform: string): boolean {
  if (/^matrix\(0, 0, 0, 0,|scale[XY3d]*\(0[,)]/.test(transform)) return true;
  if (!/rotate|matrix3d/.test(transform) || !hasLayout(element)) return false;
  const { width, height } = element.getBoundingClientRect();
  return width < 1 || height < 1;
}

/** Returns true for a path that leaves nothing of an element. */
function isClipped(path: string | undefined): boolean {
  if (!isSet(path)) return false;
  const numbers = path.slice(path.indexOf("(") + 1).split(/ round | at |\)/)[0] ?? "";
  const sizes = numbers
    .split(/[ ,]+/)
    .map((size) =>
      size.endsWith("%") || Number.parseFloat(size) === 0 ? Number.parseFloat(size) : Number.NaN,
    );
  if (path.startsWith("inset(")) {
    const [top = 0, right = top, bottom = top, left = right] = sizes;
    return top + bottom >= 100 || left + right >= 100;
  }
  if (/^(circle|ellipse)\(/.test(path)) return sizes.includes(0);
  if (path.startsWith("polygon(")) return new Set(numbers.split(/, ?/)).size < 3;
  return /^(path\("\s*(M[\d\s.,-]*Z?)?\s*"|(rect|xywh)\(0\w* 0\w* 0\w* 0)/i.test(path);
}

const isSpoken = (element: Element): boolean => {
  const { width, height } = element.getBoundingClientRect();
  return Math.min(width, height) <= SPOKEN_MAX_PX;
};

/** Returns true for what lies where nobody can scroll to. */
function isFarAway(
  element: Element,
  { position }: CSSStyleDeclaration,
  styleOf: (name: string) => string,
): boolean {
  const isFar = (side: string) => Number.parseFloat(styleOf(side)) <= FAR_AWAY_PX;
  const isPlaced = (isFar("left") || isFar("top")) && position !== "sticky";
  // The far end of a long row is reached by scrolling; what lies before the beginning of a page is not.
  if (position === "absolute" && isPlaced) return true;
  if (position === "fixed" && (isPlaced || isFar("right") || isFar("bottom"))) return true;
  const isMoved = position === "relative" && isPlaced;
  const isPulled = isFar("margin-left") || isFar("margin-top");
  if (!isMoved && !isPulled && !/-\d{3}/.test(`${styleOf("transform")} ${styleOf("translate")}`))
    return false;
  return isBeforePage(element);
}

/** Returns true if an element ends before the page begins, unless it is a part of something that slides. */
function isBeforePage(element: Element): boolean {
  if (!hasLayout(element)) return false;
  const page = element.ownerDocument;
  const { right, bottom } = element.getBoundingClientRect();
  const { scrollX = 0, scrollY = 0 } = page.defaultView ?? {};
  if (right + scrollX > 0 && bottom + scrollY > 0) return false;
  for (let up = element.parentElement; up && up !== page.body; up = up.parentElement)
    if (!/^(visible|)$/.test(getComputedStyle(up).overflowX)) return false;
  return true;
}

/** Returns true if an element hides the words that are directly in it; elements in it may show theirs. */
export function hidesWords(
  element: Element,
  style: CSSStyleDeclaration = getComputedStyle(element),
): boolean {
  if (style.visibility === "hidden" || style.visibility === "collapse") return true;
  if (/^[0-9.]+px$|^0/.test(style.fontSize) && Number.parseFloat(style.fontSize) < 1.5) return true;
  if (isIndentedAway(style)) return true;
  // What a person sees are dots.
  if (isSet(securityOf(style))) return true;
  const color = style.webkitTextFillColor || style.color;
  if (isTransparent(color)) return !isDrawnOtherwise(style);
  // Words in the color of what is behind them.
  return color !== "" && color === style.backgroundColor && !isSet(style.backgroundImage);
}

const securityOf = (style: CSSStyleDeclaration): string | undefined =>
  (style as { webkitTextSecurity?: string }).webkitTextSecurity;

function isIndentedAway({ textIndent, overflowX }: CSSStyleDeclaration): boolean {
  const indent = Number.parseFloat(textIndent);
  if (textIndent.endsWith("%")) return indent <= -100 || (indent >= 100 && /hidden|clip/.test(overflowX));
  return Math.abs(indent) >= -FAR_AWAY_PX;
}

/** Returns true for letters that are shown by their outline, their shadow or their ground alone. */
const isDrawnOtherwise = (style: CSSStyleDeclaration): boolean =>
  /text/.test(style.backgroundClip ?? "") ||
  isSet(style.textShadow) ||
  (Number.parseFloat(style.webkitTextStrokeWidth) > 0 && !isTransparent(style.webkitTextStrokeColor));

/** Returns true for a color of which nothing is seen. */
export const isTransparent = (color: string): boolean => alphaOf(color) < SEEN_MIN;

/** Without a layout nothing has a size. */
const hasLayout = ({ ownerDocument }: Element): boolean => ownerDocument.documentElement.clientWidth > 0;

/** Returns true if an element cuts off all of its content: it has no size, and nothing flows out of it. */
export function hasNoSize(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.display === "contents" || style.display === "inline") return false;
  if (!/hidden|clip/.test(`${style.overflowX} ${style.overflowY}`)) return false;
  if (!hasLayout(element)) return false;
  const { width, height } = element.getBoundingClientRect();
  return width < 1 || height < 1;
}
