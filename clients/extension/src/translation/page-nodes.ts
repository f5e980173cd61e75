import { nodesIn, parentAround } from "../page/composed";
import { isDrawingAlone, isDrawingAround, pagesIn } from "../page/drawn-page";
import { isSvg } from "../page/node-kinds";
import { hasNoSize, hidesAll, hidesWords } from "../page/visibility";

/** Classifies the nodes of a page for translation. */

/** Tag name of the element for a translation. Page styles do not match it, and reading skips it. */
export const OWN_TAG = "ENSEMBLE-TRANSLATION";

const words = (text: string) => new Set(text.split(" "));

/** Block elements, whatever the style sheet says. */
const BLOCKS = words(
  "ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CAPTION CENTER DD DETAILS DIALOG DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HGROUP HR LEGEND LI MAIN NAV OL P SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL",
);

/** Elements that stay unchanged within a sentence; the model sees a placeholder. */
const KEPT = words("CODE KBD SAMP VAR IMG SVG PICTURE MATH MJX-CONTAINER");

/** Elements that draw something. */
const PICTURES = words("IMG SVG PICTURE");

/** Readings beside the words of a line: a translation has no use for them. */
const READINGS = words("RT RP RTC");

/** Elements that hold readings; they mean nothing without them. */
const WITH_READINGS = words("RUBY RB RBC");

/** Elements that are never read: inputs, machine-readable content, and embedded applications. */
const NEVER = words(
  "SCRIPT STYLE NOSCRIPT TEMPLATE PRE TEXTAREA INPUT SELECT OPTION DATALIST BUTTON OUTPUT METER PROGRESS IFRAME FRAME OBJECT EMBED CANVAS AUDIO VIDEO MAP HEAD TITLE",
);

/** Selector of elements around the main content. */
export const AROUND =
  "nav, aside, footer, [role=navigation], [role=complementary], [role=contentinfo], [role=banner], [role=search], [role=menu], [role=menubar], [role=toolbar]";

/**
 * `skip`: not read. `apart`: not read, and ends the paragraph before it. `keep`: stays unchanged within a
 * sentence. `block`: has its own paragraphs. `inline`: text.
 */
export type Kind = "skip" | "apart" | "keep" | "block" | "inline";

/** Functions that are told what the page has besides its words. */
export interface PageNodesHeard {
  /** Called with elements that are hidden now and may be shown later. */
  onUnseen?: (element: Element) => void;
  /** Called with elements that have a shadow root, or may get one. */
  onHost?: (element: Element) => void;
}

/** Returns the tag of an element in upper case, as HTML has it and XHTML does not. */
export const tagOf = (element: Element): string => element.tagName.toUpperCase();

/** Classifies the elements of one page, reading the styles of each once. */
export class PageNodes {
  private readonly kinds = new WeakMap<Element, Kind>();
  /** Elements whose own words nobody sees. */
  private readonly mute = new WeakSet<Element>();

  constructor(
    private readonly scope: "main" | "all",
    private readonly heard: PageNodesHeard = {},
  ) {}

  /** Returns true if the words directly in an element are not shown. */
  isMute(parent: Node): boolean {
    if (!(parent instanceof Element)) return false;
    this.kindOf(parent);
    return this.mute.has(parent);
  }

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
    const tag = tagOf(element);
    if (tag === OWN_TAG || tag === "ENSEMBLE-LAYER" || READINGS.has(tag)) return "skip";
    if (tag === "PRE" && isPlainText(element.ownerDocument)) return "block";
    if (NEVER.has(tag) && !(tag === "BUTTON" && isTitle(element))) return "skip";
    if (tag.includes("-") || element.shadowRoot) this.heard.onHost?.(element);
    const style = getComputedStyle(element);
    const isBlock = BLOCKS.has(tag) || !IN_LINE.test(style.display);
    if (isSvg(element) && (tag === "FOREIGNOBJECT" || !PICTURES.has(tag) || hasProse(element)))
      return this.kindInDrawing(element, style);
    if (PICTURES.has(tag))
      return hidesAll(element, style) ? "skip" : isSmall(element, style) ? "keep" : "apart";
    if (KEPT.has(tag)) return hidesAll(element, style) ? "skip" : "keep";
    if (element.getAttribute("translate") === "no" || element.classList.contains("notranslate"))
      return isBlock || this.hasBlocks(element) ? "apart" : "keep";
    if (element.classList.contains("katex") || element.classList.contains("MathJax")) return "keep";
    if (
      isEditable(element) ||
      element.getAttribute("aria-hidden") === "true" ||
      element.hasAttribute("inert")
    )
      return "skip";
    if (tag === "SUP" && /^\W*\d{1,3}\W*$/.test(element.textContent ?? "")) return "keep";
    if (this.scope === "main" && (element.matches(AROUND) || isSiteHeader(element, tag))) return "skip";
    if (isOverVideo(element, style)) return "skip";
    if (this.isUnseen(element, style)) {
      this.heard.onUnseen?.(element);
      return "skip";
    }
    if (tag === "BUTTON" || WITH_READINGS.has(tag)) return "inline";
    if (BLOCKS.has(tag) || (!IN_LINE.test(style.display) && !isMadeBlock(element))) return "block";
    return this.hasBlocks(element) ? "block" : "inline";
  }

  /** Classifies a part of a drawing: what of a page is in it has paragraphs, and its shapes and labels stay as they are. */
  private kindInDrawing(element: Element, style: CSSStyleDeclaration): Kind {
    if (isDrawingAlone(element) || element.getAttribute("translate") === "no") return "apart";
    if (this.isUnseen(element, style)) {
      this.heard.onUnseen?.(element);
      return "skip";
    }
    if (isDrawingAround(element)) this.mute.add(element);
    return "block";
  }

  /** Returns true if nobody sees the element; remembers it if only its own words are hidden. */
  private isUnseen(element: Element, style: CSSStyleDeclaration): boolean {
    if (hidesAll(element, style) || hasNoSize(element, style)) return true;
    if (!hidesWords(element, style)) return false;
    if (!element.firstElementChild) return true;
    this.mute.add(element);
    this.heard.onUnseen?.(element);
    return false;
  }

  private hasBlocks(element: Element): boolean {
    if (element.shadowRoot) return true;
    return [...nodesIn(element)].some((child) => child instanceof Element && this.kindOf(child) === "block");
  }
}

/**
 * Returns true for what a player shows over its picture, such as captions: they are gone before their translation
 * is there. A picture that moves behind a headline repeats itself.
 */
function isOverVideo(element: Element, { position }: CSSStyleDeclaration): boolean {
  if (position !== "absolute") return false;
  const video = element.parentElement?.querySelector("video:not([loop])");
  if (!video) return false;
  const [picture, own] = [video.getBoundingClientRect(), element.getBoundingClientRect()];
  return own.top >= picture.top && own.bottom <= picture.bottom && own.width <= picture.width;
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

/** Minimum letters of a part of a page in a drawing: less is a label of a diagram, which has no room for a translation. */
const PROSE_MIN_LETTERS = 60;

const hasProse = (drawing: Element): boolean =>
  pagesIn(drawing).some((page) => (page.textContent ?? "").trim().length >= PROSE_MIN_LETTERS);

/** Height of a picture within a line, such as an icon or an emoji; a higher one stands for itself. */
const LINE_MAX_PX = 40;

/** Returns true for a picture that is part of a line. Of unknown size, it is one beside words. */
function isSmall(element: Element, style: CSSStyleDeclaration): boolean {
  if (/^(block|flex|grid|table)/.test(style.display)) return false;
  const drawn = element.getBoundingClientRect().height;
  const said = Number.parseFloat(element.getAttribute("height") ?? style.height);
  const height = drawn > 0 ? drawn : said;
  if (height > LINE_MAX_PX) return false;
  if (height > 0) return true;
  // Between breaks it has a line of its own.
  const sides = [element.previousSibling, element.nextSibling].map((side) =>
    side?.nodeType === Node.TEXT_NODE && isBlankText(side)
      ? side === element.nextSibling
        ? side.nextSibling
        : side.previousSibling
      : side,
  );
  return !sides.every(
    (side) => side === null || side === undefined || (side instanceof Element && tagOf(side) === "BR"),
  );
}

const isBlankText = (node: Node): boolean => (node.textContent ?? "").trim() === "";

/** Minimum letters of a button that opens a text: less is a command. */
const TITLE_MIN_LETTERS = 15;

/** Returns true for a button that is a title: all of a heading, or a sentence that opens what it is about. */
function isTitle(button: Element): boolean {
  const letters = (node: Node) => (node.textContent ?? "").replace(/[^\p{L}\p{N}]+/gu, "").length;
  const heading = button.closest("h1, h2, h3, h4, h5, h6, summary, dt, legend, caption, [role=heading]");
  if (heading && letters(heading) === letters(button)) return true;
  const opens = button.hasAttribute("aria-expanded") || button.hasAttribute("aria-controls");
  return opens && letters(button) >= TITLE_MIN_LETTERS;
}

/** Returns true for a text file, which browsers show in one element. */
export const isPlainText = ({ contentType }: Document): boolean =>
  /^text\/(plain|markdown)$/.test(contentType);

function isEditable(element: Element): boolean {
  const editable = element.getAttribute("contenteditable");
  return editable !== null && editable.toLowerCase() !== "false";
}

/** Returns true for places that a person writes in: nothing is ever inserted there. */
export function isWritten(node: Node): boolean {
  if (node.ownerDocument?.designMode === "on") return true;
  const start = node instanceof Element ? node : parentAround(node);
  for (let up: Element | null = start; up; up = parentAround(up)) {
    const said = up.getAttribute("contenteditable")?.toLowerCase();
    if (said !== undefined && said !== "inherit") return said !== "false";
  }
  return false;
}

/** Returns true for the site's header, not an article's. */
const isSiteHeader = (element: Element, tag: string): boolean =>
  tag === "HEADER" && !element.closest("article, main, [role=main], section");
