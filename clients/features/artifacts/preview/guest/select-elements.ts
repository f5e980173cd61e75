import type { SelectedElement } from "../messages";
import { partOf, textOfPart } from "./diagram-parts";

const OUTLINE = "2px solid #6366f1";
const HTML_MAX = 1_500;

/** Lets a person select an element by a click, with an outline around the one under the pointer. */
export function selectElements(selected: (element: SelectedElement) => void) {
  let on = false;
  let inDiagram = false;
  let shown: { element: HTMLElement | SVGElement; outline: string } | null = null;

  const hide = () => {
    if (shown) {
      const { element, outline } = shown;
      element.style.outline = outline;
      // What is asked about is as its author wrote it.
      if (element.getAttribute("style") === "") element.removeAttribute("style");
    }
    shown = null;
  };
  const wantedAt = ({ target }: Event): Element | null => {
    if (!(target instanceof Element)) return null;
    return inDiagram ? partOf(target) : target;
  };
  const over = (event: Event) => {
    if (!on) return;
    const element = wantedAt(event);
    hide();
    if (!(element instanceof HTMLElement || element instanceof SVGElement)) return;
    shown = { element, outline: element.style.outline };
    element.style.outline = OUTLINE;
  };
  const click = (event: Event) => {
    if (!on) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const element = wantedAt(event);
    if (!element) return;
    hide();
    on = false;
    selected(describe(element, inDiagram));
  };

  return {
    /** Listens in the page that was just opened. */
    attach: () => {
      document.addEventListener("mouseover", over, true);
      document.addEventListener("click", click, true);
    },
    change: (next: boolean, diagram: boolean) => {
      on = next;
      inDiagram = diagram;
      if (!next) hide();
    },
  };
}

function describe(element: Element, isPart: boolean): SelectedElement {
  const copy = element.cloneNode(true) as Element;
  const id = element.id ? `#${element.id}` : "";
  const [first] = element.classList;
  const name = `${element.localName}${id || (first ? `.${first}` : "")}`;
  const text = isPart ? textOfPart(element) : (element.textContent ?? "");
  return {
    name,
    html: copy.outerHTML.slice(0, HTML_MAX),
    text: text.replace(/\s+/g, " ").trim().slice(0, 200),
  };
}
