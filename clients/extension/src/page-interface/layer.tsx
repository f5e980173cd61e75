import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { LAYER_NAME, overlayParent, raise, zoomOf } from "../page/overlay";
import type { InterfacePage } from "../page-features/feature";
import { keepKeys } from "./keep-keys";
import css from "./page-interface.css?inline";

/** Styles of the host element. Inline and important, so that no style of the page overrides them. */
const HOST_STYLE =
  "all:initial!important;display:block!important;position:fixed!important;inset:0 auto auto 0!important;width:0!important;height:0!important;overflow:visible!important;z-index:2147483647!important;";

/** Number of times a removed layer is restored, because fighting the page would freeze it. */
const RETURNS_MAX = 20;

/** Styles for a host within the page's own layout, which decides its space. */
const PLACED_STYLE = "all:initial!important;display:block!important;";

/** Events that must not reach the page's own shortcuts and menus. */
const KEPT_INSIDE = [
  ..."keydown keyup keypress beforeinput input change copy cut paste compositionstart compositionend".split(
    " ",
  ),
  ..."pointerdown pointerup mousedown mouseup click dblclick contextmenu wheel touchstart touchend".split(
    " ",
  ),
  ..."focusin focusout dragstart dragover drop".split(" "),
];

/** Part of our interface over a page, in a closed shadow root. */
export interface Layer {
  render(shown: ReactNode): void;
  /** Shadow root, for measuring and focus. */
  readonly root: ShadowRoot;
  close(): void;
}

/**
 * Opens a layer above everything, in the top layer if supported, with our styles only. It is restored if the
 * page removes it, and closes with the page's features. `place` inserts it into the page's layout instead.
 */
export function openLayer(page: InterfacePage, place?: (host: HTMLElement) => void): Layer {
  const host = document.createElement(LAYER_NAME);
  host.style.cssText = place ? PLACED_STYLE : HOST_STYLE;
  if (!place) {
    host.popover = "manual";
    host.style.setProperty("zoom", String(1 / zoomOf(document)), "important");
  }
  const put = place ?? show;
  const root = host.attachShadow({ mode: "closed", delegatesFocus: false });
  dress(root);
  const ground = document.createElement("div");
  ground.className = "ensemble";
  ground.dir = page.config.direction;
  ground.lang = page.config.locale;
  root.append(ground);
  const ended = new AbortController();
  const theme = () => {
    ground.dataset.theme = isDark(page.config.theme) ? "dark" : "light";
  };
  theme();
  darkQuery().addEventListener("change", theme, { signal: ended.signal });
  for (const name of KEPT_INSIDE) host.addEventListener(name, (event) => event.stopPropagation());
  // Scripted events are not clicks.
  root.addEventListener("click", onlyTrusted, { capture: true });
  root.addEventListener("keydown", onlyTrusted, { capture: true });
  keepKeys(host, root);
  put(host);
  keepShown(host, put, ended.signal);
  if (!place) keepAbove(host, root, ended.signal);
  const drawn = createRoot(ground);
  const close = () => {
    if (ended.signal.aborted) return;
    ended.abort();
    drawn.unmount();
    host.remove();
  };
  page.signal.addEventListener("abort", close, { signal: ended.signal });
  return { render: (shown) => drawn.render(shown), root, close };
}

/** Returns true if an event comes from one of our layers. */
export const insideLayer = (event: Event): boolean =>
  event.target instanceof Element && event.target.localName === LAYER_NAME;

const darkQuery = () => matchMedia("(prefers-color-scheme: dark)");
const isDark = (theme: "auto" | "light" | "dark") =>
  theme === "dark" || (theme === "auto" && darkQuery().matches);

function onlyTrusted(event: Event): void {
  if (event.isTrusted) return;
  event.stopImmediatePropagation();
  event.preventDefault();
}

/** Inserts the host, into what the page shows above itself if there is something. */
function show(host: HTMLElement): void {
  raise(host, overlayParent(document));
}

/** Keeps the host above what the page opens later: a dialog, a popover, or an element that fills the screen. */
function keepAbove(host: HTMLElement, root: ShadowRoot, signal: AbortSignal): void {
  const lift = (start: Node | null) => {
    const focused = root.activeElement as HTMLElement | null;
    raise(host, overlayParent(document, start));
    focused?.focus({ preventScroll: true });
  };
  document.addEventListener("fullscreenchange", () => lift(document.fullscreenElement), { signal });
  document.addEventListener(
    "toggle",
    (event) => {
      const [target] = event.composedPath();
      const isOpening = (event as ToggleEvent).newState === "open";
      if (!isOpening || !(target instanceof Element) || target.localName === LAYER_NAME) return;
      if (target.matches("dialog, [popover]")) lift(target);
    },
    { signal, capture: true },
  );
}

function keepShown(host: HTMLElement, put: (host: HTMLElement) => void, signal: AbortSignal): void {
  let returns = 0;
  const watch = new MutationObserver(() => {
    if (host.isConnected || returns >= RETURNS_MAX) return;
    returns += 1;
    put(host);
  });
  // Observes only its own place and that of its parent: observing a whole page would cost something per
  // change.
  watch.observe(document, { childList: true });
  if (host.parentNode) watch.observe(host.parentNode, { childList: true });
  signal.addEventListener("abort", () => watch.disconnect());
}

let sheet: CSSStyleSheet | undefined;

/** Adds the styles as a constructed style sheet, which content policies do not block. */
function dress(root: ShadowRoot): void {
  try {
    sheet ??= new CSSStyleSheet();
    if (sheet.cssRules.length === 0) sheet.replaceSync(css);
    root.adoptedStyleSheets = [sheet];
  } catch {
    // Older Firefox versions do not let extension scripts do so.
    const style = document.createElement("style");
    style.textContent = css;
    root.append(style);
  }
}
