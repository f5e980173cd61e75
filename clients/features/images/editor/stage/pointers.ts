import type { Gesture, Press } from "../gestures/gesture";
import { startGesture } from "../gestures/start-gesture";
import { editText, textAt } from "../gestures/typing";
import type { Point } from "../model/matrix";
import type { Editor } from "../store/editor";
import { pan, pinch, toDocument, zoomAt } from "./view";

/** Factor of one notch of a mouse wheel. */
const WHEEL_STEP = 0.0016;

interface PointerHooks {
  /** A press with the move tool; true if it went to a handle. */
  press(point: Point): void;
  hover(point: Point | null): void;
  /** Ends what handles do and keeps the press from them: the view is moved instead. */
  takeFromHandles(): void;
  /** The last finger or button is up. */
  release(): void;
  fail(error: unknown): void;
}

/**
 * Pointers on the canvas: one paints, selects or moves; two fingers pan and zoom, and so does the space bar with
 * the mouse.
 */
export class Pointers {
  readonly #element: HTMLElement;
  readonly #editor: Editor;
  readonly #hooks: PointerHooks;
  readonly #down = new Map<number, Point>();
  readonly #off = new AbortController();
  #gesture: Gesture | null = null;
  #isPanning = false;
  /** True while a mouse is over the canvas. */
  isHovered = false;
  /** True while the space bar is held. */
  spaceHeld = false;

  constructor(element: HTMLElement, editor: Editor, hooks: PointerHooks) {
    this.#element = element;
    this.#editor = editor;
    this.#hooks = hooks;
    const { signal } = this.#off;
    element.addEventListener("pointerdown", (event) => this.#press(event), { signal, capture: true });
    element.addEventListener("pointermove", (event) => this.#move(event), { signal, capture: true });
    element.addEventListener("pointerup", (event) => this.#release(event, true), { signal });
    element.addEventListener("pointercancel", (event) => this.#release(event, false), { signal });
    element.addEventListener("pointerleave", () => this.#leave(), { signal });
    element.addEventListener("dblclick", (event) => this.#edit(event), { signal });
    element.addEventListener("wheel", (event) => this.#wheel(event), { signal, passive: false });
  }

  /** True while presses move the view. */
  get movesView(): boolean {
    return this.#isPanning || this.#down.size > 1;
  }

  /** Ends the gesture that goes on without an effect; false if there is none. */
  cancel(): boolean {
    const had = this.#gesture !== null;
    this.#gesture?.cancel();
    this.#gesture = null;
    return had;
  }

  close(): void {
    this.cancel();
    this.#off.abort();
  }

  #at({ clientX, clientY }: MouseEvent): Point {
    const { left, top } = this.#element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  #pressOf(event: MouseEvent): Press {
    const { view } = this.#editor.state.getState();
    const { shiftKey, altKey } = event;
    return { point: toDocument(view, this.#at(event)), shiftKey, altKey };
  }

  #press(event: PointerEvent): void {
    if (event.button === 2 || this.#editor.state.getState().typing) return;
    this.#down.set(event.pointerId, this.#at(event));
    const { tool, compareAt } = this.#editor.state.getState();
    this.#isPanning = event.button === 1 || this.spaceHeld || tool === "hand" || compareAt !== null;
    if (this.movesView) {
      this.cancel();
      this.#hooks.takeFromHandles();
      this.#element.setPointerCapture(event.pointerId);
      return;
    }
    if (tool === "crop") return;
    const press = this.#pressOf(event);
    if (tool === "move") {
      this.#hooks.press(press.point);
      return;
    }
    event.preventDefault();
    this.#element.focus({ preventScroll: true });
    this.#element.setPointerCapture(event.pointerId);
    this.#gesture = startGesture(this.#editor, press, this.#hooks.fail);
  }

  /** Begins typing in a text with a double click. */
  #edit(event: MouseEvent): void {
    if (this.#editor.state.getState().tool !== "move") return;
    const found = textAt(this.#editor.document, this.#pressOf(event).point);
    if (found) editText(this.#editor, found);
  }

  #leave(): void {
    this.isHovered = false;
    this.#hooks.hover(null);
  }

  #move(event: PointerEvent): void {
    this.isHovered = event.pointerType !== "touch";
    const now = this.#at(event);
    const { view } = this.#editor.state.getState();
    if (this.isHovered) this.#hooks.hover(toDocument(view, now));
    const before = this.#down.get(event.pointerId);
    if (!before) return;
    this.#down.set(event.pointerId, now);
    const [other] = [...this.#down].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    if (other) {
      this.#editor.state.setState({ view: pinch(view, [before, other], [now, other]) });
    } else if (this.#isPanning) {
      this.#editor.state.setState({ view: pan(view, { x: now.x - before.x, y: now.y - before.y }) });
    } else {
      // All places that the device has measured since the last frame.
      const places = event.getCoalescedEvents?.() ?? [];
      for (const place of places.length > 0 ? places : [event]) this.#gesture?.move(this.#pressOf(place));
    }
  }

  #release(event: PointerEvent, isDone: boolean): void {
    this.#down.delete(event.pointerId);
    if (this.#down.size > 0) return;
    this.#isPanning = false;
    this.#hooks.release();
    const gesture = this.#gesture;
    this.#gesture = null;
    if (isDone) gesture?.end();
    else gesture?.cancel();
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const { view } = this.#editor.state.getState();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    if (event.ctrlKey || event.metaKey) {
      // A pinch on a touchpad comes as small steps with the Ctrl key.
      const step = Math.max(-60, Math.min(60, event.deltaY * unit));
      const speed = Math.abs(step) < 15 ? WHEEL_STEP * 6 : WHEEL_STEP * 3;
      this.#editor.state.setState({ view: zoomAt(view, this.#at(event), Math.exp(-step * speed)) });
      return;
    }
    const [x, y] = event.shiftKey && event.deltaX === 0 ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
    this.#editor.state.setState({ view: pan(view, { x: -x * unit, y: -y * unit }) });
  }
}
