import type { DrawnDiagram } from "./diagram";

const FORBIDDEN =
  "script, iframe, object, embed, link, meta, base, form, input, button, audio, video, img, image, use[href^='http'], animate, set";
/** Matches references outside the image itself. */
const LEADS_OUT = /@import|url\(\s*['"]?\s*(?!['"]?#)|javascript:|expression\(/i;

/**
 * Sanitizes a drawn diagram: no script, link or external resource, even if it is saved and opened separately.
 * The renderer sanitizes already; this is the second line of defense.
 */
export function cleanSvg(written: string): DrawnDiagram {
  // A separate document loads nothing while it is parsed.
  const page = document.implementation.createHTMLDocument("");
  page.body.innerHTML = written;
  const svg = page.querySelector("svg");
  if (!svg) throw new Error("no picture was drawn");
  for (const element of svg.querySelectorAll(FORBIDDEN)) element.remove();
  for (const element of [svg, ...svg.querySelectorAll("*")]) {
    for (const { name, value } of [...element.attributes]) {
      const isAddress = /^(xlink:)?href$|^src$/i.test(name) && !value.startsWith("#");
      if (/^on/i.test(name) || isAddress || LEADS_OUT.test(value)) element.removeAttribute(name);
    }
    if (/^style$/i.test(element.tagName)) element.textContent = cleanStyles(element.textContent ?? "");
  }
  const title = svg.querySelector(":scope > title")?.textContent?.trim() ?? "";
  const { width, height } = sizeOf(svg);
  svg.removeAttribute("style");
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", String(height));
  svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return { svg: new XMLSerializer().serializeToString(svg), width, height, title };
}

/** Removes style rules that would load something. */
export function cleanStyles(styles: string): string {
  return styles
    .replace(/@import[^;]*;?/gi, "")
    .split("}")
    .filter((rule) => !LEADS_OUT.test(rule))
    .join("}");
}

const SIZE_MAX = 20_000;

function sizeOf(svg: Element): { width: number; height: number } {
  const [, , width = 0, height = 0] = (svg.getAttribute("viewBox") ?? "").split(/[\s,]+/).map(Number);
  const isSize = (value: number) => value > 0 && value <= SIZE_MAX;
  if (!isSize(width) || !isSize(height)) throw new Error("the picture has no size");
  return { width: Math.ceil(width), height: Math.ceil(height) };
}
