/** Classifies the nodes of a page for translation. */

/** Tag name of the element for a translation. Page styles do not match it, and reading skips it. */
export const OWN_TAG = "ENSEMBLE-TRANSLATION";

const words = (text: string) => new Set(text.split(" "));

/** Block elements, whatever the style sheet says. */
const BLOCKS = words(
  "ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CAPTION CENTER DD DETAILS DIALOG DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HGROUP HR LEGEND LI MAIN NAV OL P SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL",
);

/** Elements that stay unchanged within a sentence; the model sees a placeholder. */
const KEPT = words("CODE KBD SAMP VAR IMG SVG MATH MJX-CONTAINER");

/** Elements that are never read: inputs, machine-readable content, and embedded applications. */
const NEVER = words(
  "SCRIPT STYLE NOSCRIPT TEMPLATE PRE TEXTAREA INPUT SELECT OPTION DATALIST BUTTON OUTPUT METER PROGRESS IFRAME FRAME OBJECT EMBED CANVAS AUDIO VIDEO MAP HEAD TITLE",
);

/** Selector of elements around the main content. */
export const AROUND =
  "nav, aside, footer, [role=navigation], [role=complementary], [role=contentinfo], [role=banner], [role=search], [role=menu], [role=menubar], [role=toolbar]";

/**
 * `skip`: not read. `keep`: stays unchanged within a sentence. `block`: has its own paragraphs. `inline`:
 * text.
 */
export type Kind = "skip" | "keep" | "block" | "inline";

/** Classifies the elements of one page, reading the styles of each once. */
export class PageNodes {
  private readonly kinds = new WeakMap<Element, Kind>();

  constructor(private readonly scope: "main" | "all") {}

  kindOf(element: Element): Kind {
    const known = this.kinds.get(element);
    if (known) return known;
    const kind = this.look(element);
    this.kinds.set(element, kind);
    return kind;
  }

  /** Drops the cached kind of an element after the page changed it. */
  forget(element: Element): void {
    this.kinds.delete(element);
  }

  private look(element: Element): Kind {
    const tag = element.tagName.toUpperCase();
    if (tag === OWN_TAG || NEVER.has(tag)) return "skip";
    if (KEPT.has(tag)) return isHidden(element) ? "skip" : "keep";
    if (element.getAttribute("translate") === "no" || element.classList.contains("notranslate"))
      return "keep";
    if (element.classList.contains("katex") || element.classList.contains("MathJax")) return "keep";
    if (
      isEditable(element) ||
      element.getAttribute("aria-hidden") === "true" ||
      element.hasAttribute("inert")
    )
      return "skip";
    if (tag === "SUP" && /^\W*\d{1,3}\W*$/.test(element.textContent ?? "")) return "keep";
    if (this.scope === "main" && (element.matches(AROUND) || isSiteHeader(element, tag))) return "skip";
    const { display, visibility } = getComputedStyle(element);
    if (display === "none" || (visibility === "hidden" && !element.firstElementChild)) return "skip";
    if (BLOCKS.has(tag) || (!IN_LINE.test(display) && !isMadeBlock(element))) return "block";
    return this.hasBlocks(element) ? "block" : "inline";
  }

  private hasBlocks(element: Element): boolean {
    if (element.shadowRoot) return true;
    return [...element.children].some((child) => this.kindOf(child) === "block");
  }
}

const IN_LINE = /^(inline|ruby|contents|$)/;

/**
 * Returns true if an inline link styles its content as a block (`inline-flex`), although it is text of the
 * line.
 */
function isMadeBlock({ parentElement: parent }: Element): boolean {
  if (!parent || BLOCKS.has(parent.tagName.toUpperCase())) return false;
  const { display } = getComputedStyle(parent);
  if (/^inline-(flex|grid)/.test(display)) return true;
  if (parent.childElementCount > 1) return false;
  return display === "inline-block" || (!IN_LINE.test(display) && isMadeBlock(parent));
}

function isHidden(element: Element): boolean {
  return getComputedStyle(element).display === "none";
}

function isEditable(element: Element): boolean {
  const editable = element.getAttribute("contenteditable");
  return editable !== null && editable.toLowerCase() !== "false";
}

/** Returns true for the site's header, not an article's. */
const isSiteHeader = (element: Element, tag: string): boolean =>
  tag === "HEADER" && !element.closest("article, main, [role=main], section");
