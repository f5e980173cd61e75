/** Hover time before the tooltip appears. */
const REST_MS = 400;
/** Time during which neighboring tooltips appear without delay. */
const WARM_MS = 300;
/** Time for the pointer to reach the tooltip itself, to read or select its text. */
const GRACE_MS = 120;

/**
 * Determines the element whose tooltip is shown, from hover and keyboard focus; null: none. Returns the
 * unsubscribe function. `popup` marks the tooltip itself.
 */
export function watchTooltips(show: (anchor: HTMLElement | null) => void, popup: string): () => void {
  let shown: HTMLElement | null = null;
  let pending: HTMLElement | null = null;
  let pressed: HTMLElement | null = null;
  let lastShownAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const change = (anchor: HTMLElement | null) => {
    clearTimeout(timer);
    pending = null;
    if (anchor === shown) return;
    if (shown) lastShownAt = Date.now();
    shown = anchor;
    show(anchor);
  };
  const rest = (anchor: HTMLElement) => {
    if (anchor === shown || anchor === pending || anchor === pressed) {
      if (anchor === shown) clearTimeout(timer);
      return;
    }
    clearTimeout(timer);
    pending = anchor;
    const warm = shown !== null || Date.now() - lastShownAt < WARM_MS;
    timer = setTimeout(() => change(anchor), warm ? 0 : REST_MS);
  };
  const leave = () => {
    clearTimeout(timer);
    pending = null;
    if (shown) timer = setTimeout(() => change(null), GRACE_MS);
  };

  const onPointerOver = (event: PointerEvent) => {
    if (event.pointerType === "touch" || !(event.target instanceof Element)) return;
    if (event.target.closest(popup)) return clearTimeout(timer);
    const anchor = event.target.closest<HTMLElement>("[data-tip]");
    if (anchor !== pressed) pressed = null;
    if (anchor) rest(anchor);
    else leave();
  };
  const onPress = (event: Event) => {
    pressed = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-tip]") : null;
    change(null);
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (target === pressed) return;
    pressed = null;
    const named = target instanceof HTMLElement && target.dataset.tip && target.matches(":focus-visible");
    change(named ? target : null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") change(null);
  };
  const hide = () => change(null);

  const ended = new AbortController();
  const { signal } = ended;
  const capture = { capture: true, passive: true, signal };
  document.addEventListener("pointerover", onPointerOver, capture);
  document.addEventListener("pointerdown", onPress, capture);
  document.addEventListener("click", onPress, capture);
  document.addEventListener("focusin", onFocus, capture);
  document.addEventListener("focusout", hide, capture);
  document.addEventListener("keydown", onKeyDown, capture);
  document.documentElement.addEventListener("pointerleave", leave, { signal });
  return () => {
    clearTimeout(timer);
    ended.abort();
  };
}
