import { focusedElement } from "../page/composed";
import { boxInWindow, shownBy } from "../page/editor-frame";
import { takesHtml } from "../page/node-kinds";
import { overlayParent, raise, zoomOf } from "../page/overlay";
import type { ResidentFeature, ResidentPage } from "../page-features/feature";
import { listen } from "../page-features/listen";
import { ground, markButton } from "../page-features/mark-button";
import { say } from "../page-features/say";
import { type WritingField, writingField } from "./field-kind";
import { showsButton } from "./options";
import { isUsed, penPlace, SIZE_PX } from "./pen-place";

const PEN = "M12 20h9M16.400 3.600a2 2 0 0 1 2.900 2.900L7 19l-4 1 1-4z";

/** Draws a small button at the focused field. The field is read only on click. */
export const writingResident: ResidentFeature = {
  id: "writing",
  // The button's name is localized.
  heeds: ({ locale }) => locale,
  watch(page) {
    if (!showsButton(page.config.options.writing)) return;
    if (!takesHtml(document)) return;
    const { signal } = page;
    const button = new FieldButton(page);
    const look = () => {
      const field = writingField(focusedElement(document));
      if (field) button.show(field);
      else button.hide();
    };
    // The focus leaves before it arrives, so the next focused element is checked after that.
    const later = () => setTimeout(() => !signal.aborted && look());
    const follow = () => button.follow();
    // The focus that goes into a frame leaves the window.
    listen(window, "focusin focusout blur focus", signal, later);
    listen(window, "scroll resize", signal, follow);
    listen(document, "fullscreenchange", signal, look);
    listen(window, "beforeprint", signal, () => button.hide());
    listen(window, "afterprint", signal, look);
    signal.addEventListener("abort", () => button.hide());
    look();
  },
};

class FieldButton {
  private readonly host = document.createElement("ensemble-layer");
  private readonly sizes = new ResizeObserver(() => this.follow());
  private field: WritingField | null = null;
  private frame = 0;

  private readonly button = this.draw();
  private isNamed = false;

  constructor(private readonly page: ResidentPage) {
    this.host.attachShadow({ mode: "closed" }).append(this.button);
    // Above dialogs and what fills the screen, and apart from the page's own transforms.
    this.host.popover = "manual";
  }

  show(field: WritingField): void {
    if (this.field === field) {
      raise(this.host, overlayParent(document, shownBy(field)));
      this.follow();
      return;
    }
    this.hide();
    this.field = field;
    void this.name();
    this.sizes.observe(field);
    raise(this.host, overlayParent(document, shownBy(field)));
    this.put();
  }

  hide(): void {
    this.field = null;
    this.sizes.disconnect();
    this.host.remove();
  }

  follow(): void {
    if (!this.field || this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.put();
    });
  }

  /** Positions the button at a free place of the field. */
  private put(): void {
    const { field } = this;
    if (!field) return;
    if (!field.isConnected) {
      this.hide();
      return;
    }
    const box = boxInWindow(field);
    const isRtl = getComputedStyle(field).direction === "rtl";
    const view = { width: innerWidth, height: innerHeight };
    const { x, y } = penPlace(box, view, isRtl, (place) => isUsed(shownBy(field), place));
    const isSeen = y >= 0 && y <= innerHeight && box.bottom > 0 && box.top < innerHeight;
    const zoom = 1 / zoomOf(document);
    this.host.style.cssText = ground(
      `left:${x}px`,
      `top:${y}px`,
      `zoom:${zoom}`,
      `display:${isSeen ? "block" : "none"}`,
    );
  }

  private draw(): HTMLButtonElement {
    const button = markButton(
      { size: SIZE_PX, radius: 9, view: 24, paths: [PEN] },
      "padding:6px;opacity:.85",
    );
    button.tabIndex = -1;
    // The field keeps the focus and its selection.
    const keep = (event: Event) => event.preventDefault();
    button.addEventListener("pointerdown", keep);
    button.addEventListener("mousedown", keep);
    button.addEventListener("click", (event) => {
      if (event.isTrusted) this.page.call("writing", "open");
    });
    return button;
  }

  /** Loads its localized name when it first appears, and not on every page. */
  private async name(): Promise<void> {
    if (this.isNamed) return;
    this.isNamed = true;
    const label = (await say("page→background: texts"))?.["writing.label"];
    if (!label) return;
    this.button.ariaLabel = label;
    this.button.title = label;
  }
}
