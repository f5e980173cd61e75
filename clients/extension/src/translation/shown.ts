import { directionOf } from "./language";
import type { Look } from "./options";
import { OWN_TAG } from "./page-nodes";

/**
 * Styles that keep the page's layout rules away from the translation; everything else is inherited from the
 * paragraph.
 */
const GROUND =
  "display:block!important;position:static!important;float:none!important;visibility:visible!important;flex-basis:100%!important;max-width:100%!important;height:auto!important;white-space:normal!important;-webkit-line-clamp:none!important;text-align:start!important;margin:0.35em 0 0!important;";

const LOOKS: Record<Look, string> = {
  plain: "",
  muted: "opacity:0.78!important;",
  bar: "border-inline-start:3px solid color-mix(in srgb,currentColor 35%,transparent)!important;padding-inline-start:0.6em!important;",
  underline:
    "text-decoration:underline dotted color-mix(in srgb,currentColor 45%,transparent)!important;text-underline-offset:0.25em!important;",
};

/** Creates the element for a translation. It is not read as content and never translated again. */
export function makePlace(page: Document, target: string, look: Look): HTMLElement {
  const place = page.createElement(OWN_TAG.toLowerCase());
  place.lang = target;
  place.dir = directionOf(target);
  place.className = "notranslate";
  place.translate = false;
  place.style.cssText = GROUND + LOOKS[look];
  return place;
}

/** Shows a progress indicator, as high as the translation will be, so that the page moves once. */
export function showWorking(place: HTMLElement, height = 0): void {
  if (height > 0) place.style.minHeight = `${Math.round(height)}px`;
  place.ariaBusy = "true";
  place.dataset.state = "translating";
  place.textContent = "…";
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  place.animate?.([{ opacity: 0.2 }, { opacity: 0.8 }], {
    duration: 700,
    direction: "alternate",
    iterations: Number.POSITIVE_INFINITY,
  });
}

export function showTranslation(place: HTMLElement, translation: DocumentFragment): void {
  for (const animation of place.getAnimations?.() ?? []) animation.cancel();
  place.ariaBusy = null;
  place.dataset.state = "translated";
  place.style.minHeight = "";
  place.replaceChildren(translation);
}

/**
 * Creates the failure notice in its own shadow root, so that the page can neither style nor press its button.
 */
export function makeFailure(
  page: Document,
  { said, retry, onRetry }: { said: string; retry: string; onRetry: () => void },
): HTMLElement {
  const place = page.createElement(OWN_TAG.toLowerCase());
  place.className = "notranslate";
  place.style.cssText = GROUND;
  place.dataset.state = "failed";
  const root = place.attachShadow({ mode: "closed" });
  const line = page.createElement("span");
  // In the page's text color: the person's theme says nothing about the page's background.
  line.style.cssText =
    "all:initial;display:inline-flex;flex-wrap:wrap;align-items:center;gap:8px;padding:4px 10px;border-radius:6px;background:rgb(217 48 37/14%);color:inherit;font:400 14px/20px system-ui,sans-serif;";
  line.dir = "auto";
  const button = page.createElement("button");
  button.type = "button";
  button.textContent = retry;
  button.style.cssText =
    "all:revert;min-height:28px;padding:2px 10px;border:1px solid currentColor;border-radius:6px;background:transparent;color:inherit;font:inherit;font-weight:600;cursor:pointer;";
  line.append(said, button);
  root.append(line);
  // A paragraph may be inside a link: neither it nor the page gets the click.
  for (const name of ["click", "mousedown", "mouseup", "pointerdown", "pointerup", "keydown", "keyup"])
    place.addEventListener(name, (event) => event.stopPropagation());
  button.addEventListener("click", (event) => {
    event.preventDefault();
    if (event.isTrusted) onRetry();
  });
  return place;
}
