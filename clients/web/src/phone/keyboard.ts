/** Minimum height of a keyboard; less is a browser toolbar. */
const KEYBOARD_MIN_PX = 80;

/**
 * Maintains `--keyboard`, the height of an on-screen keyboard that covers the page instead of shrinking it
 * (Safari). Returns the cleanup function.
 */
export function watchKeyboard(view: VisualViewport | null = window.visualViewport): () => void {
  if (!view) return () => undefined;
  const root = document.documentElement;
  const measure = () => {
    // A zoomed page shows less for another reason.
    const hidden = view.scale > 1 ? 0 : Math.round(window.innerHeight - view.height);
    const taken = hidden >= KEYBOARD_MIN_PX;
    root.style.setProperty("--keyboard", taken ? `${hidden}px` : "0px");
    // Safari scrolls the whole page to show the field, which is visible without that by now.
    if (taken && view.offsetTop > 0) window.scrollTo(0, 0);
  };
  measure();
  view.addEventListener("resize", measure);
  view.addEventListener("scroll", measure);
  return () => {
    view.removeEventListener("resize", measure);
    view.removeEventListener("scroll", measure);
  };
}
