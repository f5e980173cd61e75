import type { DrawnDiagram } from "@ensemble/blocks/diagrams/diagram";
import { NotExported } from "./not-exported";

/** Longest side that a drawing has at least, because icons would make tiny images. */
const SIDE_MIN = 512;
/** Size that browsers give a drawing that names none. */
const USUAL = { width: 300, height: 150 };

/** Returns a drawing with a size, as a file of its own. */
export function drawingOf(source: string): DrawnDiagram {
  const svg = new DOMParser().parseFromString(source, "text/html").querySelector("svg");
  if (!svg) throw new NotExported("there is no drawing");
  const { width, height } = sizeOf(svg);
  const scale = Math.max(1, SIDE_MIN / Math.max(width, height));
  const drawn = { width: Math.ceil(width * scale), height: Math.ceil(height * scale) };
  if (!svg.hasAttribute("viewBox")) svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("width", String(drawn.width));
  svg.setAttribute("height", String(drawn.height));
  svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return { svg: new XMLSerializer().serializeToString(svg), ...drawn, title: "" };
}

function sizeOf(svg: Element): { width: number; height: number } {
  const [, , wide = 0, high = 0] = (svg.getAttribute("viewBox") ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [width, height] = [lengthOf(svg, "width"), lengthOf(svg, "height")];
  if (width && height) return { width, height };
  if (!(wide > 0 && high > 0)) return { width: width ?? USUAL.width, height: height ?? USUAL.height };
  if (width) return { width, height: (width * high) / wide };
  if (height) return { width: (height * wide) / high, height };
  return { width: wide, height: high };
}

/** Returns a length in pixels; null for one that depends on the page. */
function lengthOf(svg: Element, name: "width" | "height"): number | null {
  const length = /^\s*(\d*\.?\d+)(?:px)?\s*$/.exec(svg.getAttribute(name) ?? "")?.[1];
  return length && Number(length) > 0 ? Number(length) : null;
}
