import { isHtml } from "./node-kinds";

/** Frames that a page has written itself and that take much of its window, such as a mail: they are content of the page. */

/** Share of the window from which a frame is content, and not something beside it. */
const CONTENT_MIN_SHARE = 0.3;

/** Returns true for a frame that is content of its page. */
export function isContentFrame(element: Element): element is HTMLIFrameElement {
  if (!isHtml(element) || element.localName !== "iframe" || !element.hasAttribute("srcdoc")) return false;
  const { width, height } = element.getBoundingClientRect();
  return width * height >= innerWidth * innerHeight * CONTENT_MIN_SHARE;
}

/** What a frame shows. */
export interface FrameContent {
  body: Element;
  /** Tells what is not seen of it, where nothing is laid out; null: styles tell it. */
  isUnseen: ((element: Element) => boolean) | null;
}

/** Returns what a frame shows; of a sandbox that the browser keeps closed, what its page has written into it. */
export function contentOf(frame: HTMLIFrameElement): FrameContent {
  const open = frame.contentDocument?.body;
  if (open) return { body: open, isUnseen: null };
  const written = new DOMParser().parseFromString(frame.srcdoc, "text/html");
  const hiding = hidingRules(written);
  return { body: written.body, isUnseen: (element) => isWrittenHidden(element, hiding) };
}

interface HidingRule {
  selector: string;
  style: CSSStyleDeclaration;
}

/** Returns the rules of a document that is not shown which tell whether something is hidden, in their order. */
function hidingRules(written: Document): HidingRule[] {
  const found: HidingRule[] = [];
  const collect = (rules: Iterable<CSSRule>) => {
    for (const rule of rules) {
      if ("media" in rule && "cssRules" in rule) {
        if (matchMedia((rule as CSSMediaRule).media.mediaText).matches)
          collect((rule as CSSMediaRule).cssRules);
      } else if ("selectorText" in rule && "style" in rule) {
        const { selectorText: selector, style } = rule as CSSStyleRule;
        if (SAYING.some((name) => style.getPropertyValue(name) !== "")) found.push({ selector, style });
      }
    }
  };
  for (const { textContent } of written.querySelectorAll("style")) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(textContent ?? "");
    collect(sheet.cssRules);
  }
  return found;
}

const SAYING = ["display", "visibility", "opacity", "font-size"] as const;

/** Returns true for an element that its attributes or the rules of its document hide. */
function isWrittenHidden(element: Element, rules: readonly HidingRule[]): boolean {
  if (!isHtml(element)) return false;
  const said = new Map<string, string>(element.hidden ? [["display", "none"]] : []);
  for (const style of [...rules.filter(({ selector }) => matches(element, selector)), element])
    for (const name of SAYING) {
      const value = style.style.getPropertyValue(name);
      if (value !== "") said.set(name, value);
    }
  return (
    said.get("display") === "none" ||
    /^(hidden|collapse)$/.test(said.get("visibility") ?? "") ||
    Number.parseFloat(said.get("opacity") ?? "1") === 0 ||
    Number.parseFloat(said.get("font-size") ?? "1") === 0
  );
}

function matches(element: Element, selector: string): boolean {
  try {
    return element.matches(selector);
  } catch {
    return false;
  }
}
