import type { SelectedElement } from "../messages";

const OUTLINE = "2px solid #6366f1";
const HTML_MAX = 1_500;

/** Lets a person select an element by a click, with an outline around the one under the pointer. */
export function selectElements(selected: (element: SelectedElement) => void) {
  let on = false;
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
  const over = ({ target }: Event) => {
    if (!on || !(target instanceof HTMLElement || target instanceof SVGElement)) return;
    hide();
    shown = { element: target, outline: target.style.outline };
    target.style.outline = OUTLINE;
  };
  const click = (event: Event) => {
    const { target } = event;
    if (!on || !(target instanceof Element)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    hide();
    on = false;
    selected(describe(target));
  };

  return {
    /** Listens in the page that was just opened. */
    attach: () => {
      document.addEventListener("mouseover", over, true);
      document.addEventListener("click", click, true);
    },
    change: (next: boolean) => {
      on = next;
      if (!next) hide();
    },
  };
}

function describe(element: Element): SelectedElement {
  const copy = element.cloneNode(true) as Element;
  const id = element.id ? `#${element.id}` : "";
  const [first] = element.classList;
  const name = `${element.localName}${id || (first ? `.${first}` : "")}`;
  const text = (element.textContent ?? "").replace(/\s+/g, " ").trim();
  return { name, html: copy.outerHTML.slice(0, HTML_MAX), text: text.slice(0, 200) };
}
