/**
 * Creates an icon button in the resident script: styles are set individually, so that no content policy
 * applies.
 */
export function markButton(
  { size, radius, view, paths }: { size: number; radius: number; view: number; paths: readonly string[] },
  style: string,
): HTMLButtonElement {
  const button = document.createElement("button");
  button.ariaLabel = "Ensemble";
  button.style.cssText = `display:block;width:${size}px;height:${size}px;margin:0;border:0;border-radius:${radius}px;background:oklch(0.55 0.19 277);box-shadow:0 0 0 1px #fff6,0 2px 8px #0004;cursor:pointer;${style}`;
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", `0 0 ${view} ${view}`);
  svg.style.cssText =
    "display:block;fill:none;stroke:#fff;stroke-width:2.2;stroke-linecap:round;stroke-linejoin:round;pointer-events:none";
  for (const line of paths) {
    const path = document.createElementNS(space, "path");
    path.setAttribute("d", line);
    svg.append(path);
  }
  button.append(svg);
  return button;
}

/** Returns styles for an element over a page, isolated from the page's own. */
export const ground = (...own: readonly string[]): string =>
  ["all:initial", "position:fixed", "display:block", "z-index:2147483646", ...own]
    .map((line) => `${line}!important`)
    .join(";");
