/**
 * Tells what of a page a person can see or hear: words that neither shows are not the page's. Words for screen
 * readers, cut to one pixel, are.
 */

/** Distance from the page at which nothing is reached by scrolling, as styles that hide words use it. */
const FAR_AWAY_PX = -900;

/** Returns true if an element hides itself with all that is in it, whatever its size. */
export function hidesAll(element: Element, style: CSSStyleDeclaration = getComputedStyle(element)): boolean {
  if (style.display === "none" || style.contentVisibility === "hidden") return true;
  if (style.opacity !== "" && Number(style.opacity) < 0.02) return true;
  if (/opacity\(0(\.0\d*)?%?\)/.test(style.filter)) return true;
  if (
    /^matrix\(0, 0, 0, 0,|^scale[XY]?\(0\)|^scale\(0,/.test(style.transform) ||
    /^0( 0)*$/.test(style.scale)
  )
    return true;
  if (isClipped(style.clipPath) && element.getBoundingClientRect().width > SPOKEN_MAX_PX) return true;
  const isLifted = style.position === "absolute" || style.position === "fixed";
  // The far end of a long row is reached by scrolling; what lies before the beginning of a page is not.
  return isLifted && [style.left, style.top].some((at) => Number.parseFloat(at) <= FAR_AWAY_PX);
}

/** Size of what is there for screen readers alone. */
const SPOKEN_MAX_PX = 2;

/** Returns true for a path that leaves nothing of an element. */
const isClipped = (path: string | undefined): boolean =>
  /^(inset\((100|[5-9]\d)(\.\d+)?%\)|circle\(0(px|%)?[ )]|polygon\(0(px|%)? 0(px|%)?(, 0(px|%)? 0(px|%)?)*\))/.test(
    path ?? "",
  );

/** Returns true if an element hides the words that are directly in it; elements in it may show theirs. */
export function hidesWords(
  element: Element,
  style: CSSStyleDeclaration = getComputedStyle(element),
): boolean {
  if (style.visibility === "hidden" || style.visibility === "collapse") return true;
  if (/^[0-9.]+px$|^0/.test(style.fontSize) && Number.parseFloat(style.fontSize) < 1.5) return true;
  if (Number.parseFloat(style.textIndent) <= FAR_AWAY_PX) return true;
  if (isTransparent(style.color)) return !/text/.test(style.backgroundClip ?? "");
  // Words in the color of what is behind them.
  return (
    style.color !== "" && style.color === style.backgroundColor && /^(none|)$/.test(style.backgroundImage)
  );
}

const isTransparent = (color: string): boolean =>
  color === "transparent" || (/(,\s*0|\/\s*0%?)\s*\)$/.test(color) && /^rgba|\//.test(color));

/** Returns true if an element cuts off all of its content: it has no size, and nothing flows out of it. */
export function hasNoSize(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.display === "contents" || style.display === "inline") return false;
  if (!/hidden|clip/.test(`${style.overflowX} ${style.overflowY} ${style.overflow}`)) return false;
  // Without a layout nothing has a size.
  if (element.ownerDocument.documentElement.clientWidth === 0) return false;
  const { width, height } = element.getBoundingClientRect();
  return width < 1 || height < 1;
}
