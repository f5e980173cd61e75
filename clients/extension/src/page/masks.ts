/** Tells of which elements their mask leaves nothing to be seen. */

/** Share of what is behind a mask that it lets through: at its thinnest and at its thickest place. */
interface Through {
  least: number;
  most: number;
}

/** Distance by which a mask that is not repeated lies beside any element. */
const FAR_AWAY_PX = 5_000;

/** Returns the share that the masks of an element let through where they let through most; 1 where nobody can tell. */
export function throughMasks(element: Element, style: CSSStyleDeclaration): number {
  const masks = style.maskImage || style.webkitMaskImage;
  if (!masks || masks === "none") return 1;
  const images = layersOf(masks);
  const of = (list: string | undefined, at: number): string => {
    const values = layersOf(list ?? "");
    return values[at % values.length] ?? "";
  };
  const layers = images.map((image, at): Through => {
    const [size, repeat] = [of(style.maskSize, at), of(style.maskRepeat, at)];
    if (/(^|\s)0(px|%)?(\s|$)/.test(size)) return NOTHING;
    const isOnce = /no-repeat/.test(repeat);
    const sides = of(style.maskPosition, at).match(/-?[\d.]+(?=px)/g) ?? [];
    if (isOnce && sides.some((side) => Math.abs(Number(side)) >= FAR_AWAY_PX)) return NOTHING;
    const through = throughImage(image, element, of(style.maskMode, at) === "luminance");
    return isOnce && /\d/.test(size) ? { ...through, least: 0 } : through;
  });
  // The first layer is the uppermost.
  return layers.reduceRight((below, layer, at) =>
    composed(layer, below, of(style.maskComposite || "add", at)),
  ).most;
}

const NOTHING: Through = { least: 0, most: 0 };
const UNKNOWN: Through = { least: 0, most: 1 };

function composed(upper: Through, below: Through, how: string): Through {
  const [upperRest, belowRest] = [1 - upper.least, 1 - below.least];
  if (how === "intersect") return { least: 0, most: Math.min(upper.most, below.most) };
  if (how === "subtract") return { least: 0, most: Math.min(upper.most, belowRest) };
  if (how === "exclude")
    return { least: 0, most: Math.min(1, upper.most * belowRest + below.most * upperRest) };
  return { least: Math.max(upper.least, below.least), most: Math.max(upper.most, below.most) };
}

function throughImage(image: string, element: Element, isByLight: boolean): Through {
  if (image === "none") return NOTHING;
  const [, kind, content] =
    /^(?:-webkit-)?((?:repeating-)?(?:linear|radial|conic))-gradient\((.*)\)$/s.exec(image) ?? [];
  if (kind && content) return throughGradient(kind, content, isByLight);
  const address = /^url\(["']?(.*?)["']?\)$/s.exec(image)?.[1] ?? "";
  if (address.startsWith("data:image/svg+xml")) return drawsNothing(address) ? NOTHING : UNKNOWN;
  const name = /^[^#]*#(.+)$/.exec(address)?.[1];
  const mask = name ? element.ownerDocument.getElementById(name) : null;
  return mask?.localName === "mask" && isDark(mask) ? NOTHING : UNKNOWN;
}

const SHAPES = "path, rect, circle, ellipse, line, polyline, polygon, text, image, use, foreignObject";

/** Returns true for a drawing without any shape. */
function drawsNothing(address: string): boolean {
  const [head = "", data = ""] = [
    address.slice(0, address.indexOf(",")),
    address.slice(address.indexOf(",") + 1),
  ];
  try {
    const drawing = head.endsWith(";base64") ? atob(data) : decodeURIComponent(data);
    return !new RegExp(`<(${SHAPES.replaceAll(", ", "|")})\\b`).test(drawing);
  } catch {
    return false;
  }
}

/** Returns true for a mask of the page that has no shape, or black ones alone: it lets through what is light. */
function isDark(mask: Element): boolean {
  const isByAlpha = /alpha/.test(getComputedStyle(mask).getPropertyValue("mask-type"));
  return [...mask.querySelectorAll(SHAPES)].every((shape) => {
    const style = getComputedStyle(shape);
    const [fill, stroke] = ["fill", "stroke"].map(
      (name) =>
        style.getPropertyValue(name) || shape.getAttribute(name) || (name === "fill" ? "black" : "none"),
    );
    const isPlain = /^(path|rect|circle|ellipse|line|polyline|polygon|text)$/.test(shape.localName);
    return (
      isPlain && !isByAlpha && /^(none|black|#000|rgb\(0, 0, 0\))$/.test(fill ?? "") && stroke === "none"
    );
  });
}

interface Stop {
  through: number;
  /** Place between the beginning and the end of a gradient: 0 to 1; null: between its neighbors. */
  at: number | null;
}

/** Returns what a gradient lets through, as far as it says so in shares of its length. */
function throughGradient(kind: string, content: string, isByLight: boolean): Through {
  const stops = splitAt(content, ",").flatMap((part) => stopsOf(part.trim(), isByLight));
  const all = stops.map(({ through }) => through);
  if (all.length === 0) return UNKNOWN;
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const isPlaced = stops.every(({ at }) => at === null || Number.isFinite(at));
  if (!isPlaced || kind !== "linear") return { least, most };
  return { least, most: mostSeen(stops) };
}

/** Returns the most that a gradient lets through between its beginning and its end. */
function mostSeen(stops: readonly Stop[]): number {
  const placed: { through: number; at: number }[] = [];
  for (const [index, { through, at }] of stops.entries()) {
    const before = placed.at(-1)?.at ?? 0;
    placed.push({ through, at: Math.max(before, at ?? between(stops, index, before)) });
  }
  const [first, last] = [placed[0], placed.at(-1)];
  if (!first || !last) return 0;
  const ends = [{ ...first, at: Math.min(0, first.at) }, ...placed, { ...last, at: Math.max(1, last.at) }];
  let most = 0;
  for (const [index, end] of ends.entries()) {
    const begin = ends[index - 1];
    if (!begin || end.at <= begin.at || end.at <= 0 || begin.at >= 1) continue;
    const throughAt = (at: number) =>
      begin.through + ((end.through - begin.through) * (at - begin.at)) / (end.at - begin.at);
    most = Math.max(most, throughAt(Math.max(0, begin.at)), throughAt(Math.min(1, end.at)));
  }
  return most;
}

/** Returns the place of a stop without one: as far from those before it as from those after it. */
function between(stops: readonly Stop[], index: number, before: number): number {
  if (index === 0) return 0;
  const next = stops.findIndex(({ at }, place) => place > index && at !== null);
  const [end, steps] = next < 0 ? [1, stops.length - index] : [stops[next]?.at ?? 1, next - index + 1];
  return before + (end - before) / steps;
}

const COLOR = /^((?:rgba?|hsla?|hwb|color|oklch|oklab|lch|lab)\([^()]*\)|#[\da-f]+|[a-z]+)(?=\s|$)/i;
/** Words that begin the direction of a gradient and not a color. */
const DIRECTION = /^(to|from|at|in|circle|ellipse|closest|farthest)\b/;

function stopsOf(part: string, isByLight: boolean): Stop[] {
  const color = DIRECTION.test(part) ? undefined : COLOR.exec(part)?.[1];
  if (!color) return [];
  const places = splitAt(part.slice(color.length).trim(), " ").filter((place) => place !== "");
  const through = alphaOf(color) * (isByLight ? lightOf(color) : 1);
  if (places.length === 0) return [{ through, at: null }];
  return places.map((place) => ({ through, at: placeOf(place) }));
}

const placeOf = (place: string): number => {
  const number = Number.parseFloat(place);
  return place.endsWith("%") || number === 0 ? number / 100 : Number.NaN;
};

/** Returns an amount of a style, which may be a percentage, as a share. */
export const shareOf = (amount: string, unit: string | undefined): number =>
  Number(amount) / (unit ? 100 : 1);

/** Returns how much of a color is seen of what is behind it: 0 is all. */
export function alphaOf(color: string): number {
  if (color === "transparent") return 0;
  const hex = /^#(?:[\da-f]{3}([\da-f])|[\da-f]{6}([\da-f]{2}))$/i.exec(color);
  if (hex) return hex[1] ? Number.parseInt(hex[1], 16) / 15 : Number.parseInt(hex[2] ?? "ff", 16) / 255;
  const [, amount, unit] = /^(?:rgba|hsla|.*\/).*?([\d.]+)(%?)\s*\)$/.exec(color) ?? [];
  return amount === undefined ? 1 : shareOf(amount, unit);
}

/** Returns the luminance of a color; 1 where nobody can tell. */
function lightOf(color: string): number {
  if (/^(black|#000|#000000)$/i.test(color)) return 0;
  const [red, green, blue] = /^rgba?\(([\d.]+),? ([\d.]+),? ([\d.]+)/.exec(color)?.slice(1).map(Number) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return 1;
  return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
}

/** Returns the parts of a list that stand beside each other in it, for each layer of a mask one. */
const layersOf = (list: string): string[] => splitAt(list || "none", ",").map((part) => part.trim());

/** Splits a text at a sign that is in no brackets and no quotes. */
function splitAt(text: string, sign: string): string[] {
  const parts = [""];
  let depth = 0;
  let quote = "";
  for (const letter of text) {
    if (quote === "" && depth === 0 && letter === sign) {
      parts.push("");
      continue;
    }
    if (quote !== "") quote = letter === quote ? "" : quote;
    else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === "(") depth += 1;
    else if (letter === ")") depth -= 1;
    parts[parts.length - 1] += letter;
  }
  return parts;
}
