import { isCode } from "../page/code-field";
import { focusedElement } from "../page/composed";
import { whenEntered } from "../page/editor-frame";
import { isHtml } from "../page/node-kinds";
import type { ResidentFeature } from "../page-features/feature";
import { listen } from "../page-features/listen";
import type { TranslationOptions } from "./options";

/** Number of consecutive spaces that trigger a translation. */
const SPACES = 3;
const SPACES_WITHIN_MS = 1_500;

/** Listens for the shortcut over a paragraph and for three spaces in a field, without reading either. */
export const translationResident: ResidentFeature = {
  id: "translation",
  watch(page) {
    const { signal } = page;
    const chosen = (page.config.options.translation ?? {}) as Partial<TranslationOptions>;
    if (Array.isArray(chosen.always) && chosen.always.includes(location.hostname))
      whenSettled(signal, () => page.call("translation", "start"));
    if (chosen.hoverKey && chosen.hoverKey !== "off")
      watchKey(chosen.hoverKey, signal, (point) => page.call("translation", "hover", point));
    if (chosen.inputBox === true) watchSpaces(signal, () => page.call("translation", "field"));
  },
};

/** Delay after which a framework has taken over what its server sent; before, it takes insertions for mistakes. */
const HYDRATED_MS = 800;

/** Calls once the page has loaded and its scripts have run. */
function whenSettled(signal: AbortSignal, act: () => void): void {
  const wait = () =>
    setTimeout(() => {
      const idle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run));
      idle(() => {
        if (!signal.aborted) act();
      });
    }, HYDRATED_MS);
  if (document.readyState === "complete") wait();
  else addEventListener("load", wait, { signal, once: true });
}

/** Watches for a single key, pressed and released without others, which would be a shortcut. */
function watchKey(key: string, signal: AbortSignal, act: (point: { x: number; y: number }) => void): void {
  let point: { x: number; y: number } | null = null;
  let alone = false;
  listen(document, "pointermove", signal, ({ clientX, clientY }: PointerEvent) => {
    point = { x: clientX, y: clientY };
  });
  listen(document, "keydown", signal, (event: KeyboardEvent) => {
    alone = event.isTrusted && event.key === key && (alone || !event.repeat);
  });
  // A click, a wheel or a drag with the key held is an act of its own.
  listen(window, "pointerdown wheel dragstart blur", signal, () => {
    alone = false;
  });
  listen(document, "keyup", signal, (event: KeyboardEvent) => {
    if (alone && event.key === key && point) act(point);
    alone = false;
  });
}

/** Delay after the last space until an editor holds it. */
const WRITTEN_MS = 50;

/**
 * Watches for spaces in a row, in fields for prose. Keys are heard as well as input, because many editors let
 * the browser write nothing.
 */
function watchSpaces(signal: AbortSignal, act: () => void): void {
  let typed: number[] = [];
  /** True if a key has announced the input that comes next. */
  let isAnnounced = false;
  const space = ({ timeStamp }: Event) => {
    typed = [...typed, timeStamp].slice(-SPACES);
    const [first = 0] = typed;
    if (typed.length < SPACES || timeStamp - first > SPACES_WITHIN_MS) return;
    typed = [];
    const field = focusedElement(document);
    if (!isHtml(field) || isCode(field)) return;
    setTimeout(() => {
      if (!signal.aborted) act();
    }, WRITTEN_MS);
  };
  const hearKey = (event: KeyboardEvent) => {
    const { key } = event;
    // Modifiers alone write nothing; an input method announces its text itself.
    if (/^(Shift|Control|Alt|Meta|AltGraph|CapsLock|Process|Unidentified)$/.test(key)) return;
    isAnnounced = false;
    if (
      !event.isTrusted ||
      key !== " " ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      event.isComposing
    ) {
      typed = [];
      return;
    }
    isAnnounced = true;
    space(event);
  };
  const hearInput = (event: InputEvent) => {
    if (!event.isTrusted || !/^[ \u00a0]$/.test(event.data ?? "")) typed = [];
    else if (!isAnnounced) space(event);
    isAnnounced = false;
  };
  const hear = (inner: Window) => {
    listen(inner, "keydown", signal, hearKey);
    listen(inner, "beforeinput", signal, hearInput);
  };
  hear(window);
  whenEntered(signal, hear);
}
