import { isElement } from "./node-kinds";

/** Editors in frames that their page fills itself: they belong to the page, which reaches into them. */

/** Returns the document in a frame that is edited as a whole; null: a page of its own, or no frame. */
export function editorIn(frame: Element | null): Document | null {
  if (frame?.localName !== "iframe") return null;
  const inner = (frame as HTMLIFrameElement).contentDocument;
  return inner && (inner.designMode === "on" || inner.body?.isContentEditable) ? inner : null;
}

/** Returns the frame in this document that shows an element; the element itself if it is in no frame. */
export function shownBy(element: Element): Element {
  const frame = element.ownerDocument === document ? null : element.ownerDocument.defaultView?.frameElement;
  return isElement(frame) ? shownBy(frame) : element;
}

/** Returns the box of an element in this window, as far as the frames around it show it. */
export function boxInWindow(element: Element): DOMRect {
  return inFrames(element, element.getBoundingClientRect());
}

/** Moves a box of an element's window into this one. */
export function inFrames(element: Element, box: DOMRect): DOMRect {
  const frame = element.ownerDocument === document ? null : element.ownerDocument.defaultView?.frameElement;
  if (!isElement(frame)) return box;
  const around = frame.getBoundingClientRect();
  const [left, top] = [around.left + frame.clientLeft, around.top + frame.clientTop];
  const x = Math.max(left, left + box.left);
  const y = Math.max(top, top + box.top);
  const right = Math.min(left + frame.clientWidth, left + box.right);
  const bottom = Math.min(top + frame.clientHeight, top + box.bottom);
  return inFrames(frame, new DOMRect(x, y, Math.max(0, right - x), Math.max(0, bottom - y)));
}

/** Calls with the window of each editor in a frame, once it gets the focus. */
export function whenEntered(signal: AbortSignal, act: (inner: Window) => void): void {
  const known = new WeakSet<Document>();
  const look = () =>
    setTimeout(() => {
      const inner = editorIn(document.activeElement);
      if (signal.aborted || !inner?.defaultView || known.has(inner)) return;
      known.add(inner);
      act(inner.defaultView);
    });
  addEventListener("blur", look, { signal });
  look();
}
