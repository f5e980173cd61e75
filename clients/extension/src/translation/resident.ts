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
      page.call("translation", "start");
    if (chosen.hoverKey && chosen.hoverKey !== "off")
      watchKey(chosen.hoverKey, signal, (point) => page.call("translation", "hover", point));
    if (chosen.inputBox === true) watchSpaces(signal, () => page.call("translation", "field"));
  },
};

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
  listen(document, "pointerdown", signal, () => {
    alone = false;
  });
  listen(document, "keyup", signal, (event: KeyboardEvent) => {
    if (alone && event.key === key && point) act(point);
    alone = false;
  });
}

function watchSpaces(signal: AbortSignal, act: () => void): void {
  let typed: number[] = [];
  listen(document, "input", signal, (event: Event) => {
    const isSpace = event.isTrusted && event instanceof InputEvent && event.data === " ";
    if (!isSpace) {
      typed = [];
      return;
    }
    typed = [...typed, event.timeStamp].slice(-SPACES);
    const [first = 0] = typed;
    if (typed.length < SPACES || event.timeStamp - first > SPACES_WITHIN_MS) return;
    typed = [];
    act();
  });
}
