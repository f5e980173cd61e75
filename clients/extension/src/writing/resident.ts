import { browser } from "wxt/browser";
import type { ResidentFeature, ResidentPage } from "../page-features/feature";
import { focusedElement, type WritingField, writingField } from "./field-kind";
import { readWritingOptions } from "./options";

const SIZE_PX = 28;
const EDGE_PX = 6;
const PEN = "M12 20h9M16.400 3.600a2 2 0 0 1 2.900 2.900L7 19l-4 1 1-4z";

/** A small button at the field that is written in. Reads nothing: what is in the field is read when somebody presses. */
export const writingResident: ResidentFeature = {
  id: "writing",
  watch(page) {
    if (!readWritingOptions(page.config.options.writing).button) return;
    if (!(document.documentElement instanceof HTMLElement)) return;
    const { signal } = page;
    const button = new FieldButton(page);
    const look = () => {
      const field = writingField(focusedElement(document));
      if (field) button.show(field);
      else button.hide();
    };
    // The focus goes before it comes: what has it then is looked at once.
    const later = () => setTimeout(() => !signal.aborted && look());
    document.addEventListener("focusin", later, { signal, passive: true, capture: true });
    document.addEventListener("focusout", later, { signal, passive: true, capture: true });
    const follow = () => button.follow();
    addEventListener("scroll", follow, { signal, passive: true, capture: true });
    addEventListener("resize", follow, { signal, passive: true });
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
  }

  show(field: WritingField): void {
    if (this.field === field) {
      this.follow();
      return;
    }
    this.hide();
    this.field = field;
    void this.name();
    this.sizes.observe(field);
    // What lies outside a dialog that is open cannot be pressed.
    (field.closest("dialog") ?? document.documentElement).append(this.host);
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

  /** In the corner where lines end: in the middle of a low field, at the foot of a high one. */
  private put(): void {
    const { field } = this;
    if (!field) return;
    if (!field.isConnected) {
      this.hide();
      return;
    }
    const { left, right, top, bottom, height } = field.getBoundingClientRect();
    const isRtl = getComputedStyle(field).direction === "rtl";
    const x = isRtl ? left + EDGE_PX : right - SIZE_PX - EDGE_PX;
    const y =
      height < 2 * SIZE_PX ? top + (height - SIZE_PX) / 2 : Math.min(bottom, innerHeight) - SIZE_PX - EDGE_PX;
    const isSeen = y >= 0 && y <= innerHeight && bottom > 0 && top < innerHeight;
    this.host.style.cssText = `all:initial!important;position:fixed!important;display:${isSeen ? "block" : "none"}!important;left:${x}px!important;top:${y}px!important;z-index:2147483646!important`;
  }

  private draw(): HTMLButtonElement {
    const button = document.createElement("button");
    button.ariaLabel = "Ensemble";
    button.ariaHasPopup = "dialog";
    button.tabIndex = -1;
    button.style.cssText = `display:block;width:${SIZE_PX}px;height:${SIZE_PX}px;margin:0;padding:6px;border:0;border-radius:9px;background:oklch(0.55 0.19 277);box-shadow:0 0 0 1px #fff6,0 1px 6px #0003;cursor:pointer;opacity:.8`;
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.style.cssText =
      "display:block;fill:none;stroke:#fff;stroke-width:2;stroke-linecap:round;stroke-linejoin:round;pointer-events:none";
    const pen = document.createElementNS("http://www.w3.org/2000/svg", "path");
    pen.setAttribute("d", PEN);
    svg.append(pen);
    button.append(svg);
    // The field keeps the focus, and what is marked in it.
    button.addEventListener("pointerdown", (event) => event.preventDefault());
    button.addEventListener("mousedown", (event) => event.preventDefault());
    button.addEventListener("click", (event) => {
      if (event.isTrusted) this.page.call("writing", "open");
    });
    return button;
  }

  /** Its name in the person's language is asked for when it is first seen, and not at every page. */
  private async name(): Promise<void> {
    if (this.isNamed) return;
    this.isNamed = true;
    const reply = await browser.runtime.sendMessage({ name: "page→background: texts" }).catch(() => null);
    const label: unknown = reply?.answer?.["writing.label"];
    if (typeof label !== "string") return;
    this.button.ariaLabel = label;
    this.button.title = label;
  }
}
