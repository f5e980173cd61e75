import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { readCatalog } from "../../i18n/read-catalog.ts";
import { repository } from "./program.ts";

/**
 * Returns the measurable layout faults of a page: content wider than the screen or cut off without a sign,
 * covered buttons, buttons too small for a finger, and English text on a page in another language.
 */
export async function layoutFaults(page: Page): Promise<string[]> {
  const locale = (await page.locator("html").getAttribute("lang")) ?? "en";
  return page.evaluate(look, locale.startsWith("en") ? [] : englishOnly(locale));
}

const LOCALES = join(repository, "clients/i18n/locales");

/** Returns the English texts that this language translates. */
function englishOnly(locale: string): string[] {
  const texts = readdirSync(join(LOCALES, "en")).flatMap((file) => {
    const name = file.replace(".json", "");
    const translated = new Set(Object.values(readCatalog(locale, name)));
    return Object.values(readCatalog("en", name)).filter(
      (text) => !translated.has(text) && !text.includes("{{"),
    );
  });
  return [...new Set(texts)];
}

/** Runs in the page, so it must not use anything from outside. */
function look(english: string[]): string[] {
  const faults = new Set<string>();
  const known = new Set(english);
  const touch = matchMedia("(pointer: coarse)").matches;
  const name = (element: Element) =>
    `<${element.tagName.toLowerCase()}> “${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40)}”`;
  // A table's header for screen readers, where rows label their own values.
  const isForReaders = (head: Element | null) => head !== null && head.getBoundingClientRect().width <= 1;
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest("[inert], .sr-only, .katex-mathml, [data-base-ui-inert]") &&
    !isForReaders(element.closest("thead"));
  const scrollsSideways = (element: Element): boolean => {
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement)
      if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth) return true;
    return false;
  };
  const ownWords = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());

  const wider = document.documentElement.scrollWidth - innerWidth;
  if (wider > 0) faults.add(`scrolls sideways by ${wider} px`);
  // If part of the page scrolls, a swipe or scrolling into view would move all of it.
  const longer = document.documentElement.scrollHeight - innerHeight;
  const scrolled = document.querySelector("[data-scroll-restoration-id]")?.getBoundingClientRect();
  if (longer > 1 && scrolled && scrolled.bottom <= innerHeight + 1)
    faults.add(`is ${longer} px longer than the screen`);

  for (const element of document.body.querySelectorAll<HTMLElement>("*")) {
    if (!ownWords(element) || !isShown(element)) continue;
    const box = element.getBoundingClientRect();
    if (box.width <= 1 || box.height <= 1) continue;
    const style = getComputedStyle(element);
    if ((box.left < -1 || box.right > innerWidth + 1) && !scrollsSideways(element))
      faults.add(`beyond the edge: ${name(element)}`);
    const clips = /hidden|clip/.test(style.overflowX);
    const says = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
    if (clips && !says && element.scrollWidth > element.clientWidth + 1)
      faults.add(`cut off: ${name(element)}`);
    if (clips && style.direction === "rtl" && element.scrollWidth > element.clientWidth + 1)
      if (/^[^\p{Script=Arabic}\p{Script=Hebrew}]*\p{Script=Latin}/u.test(element.textContent ?? ""))
        faults.add(`cut at its beginning: ${name(element)}`);
    if (/hidden|clip/.test(style.overflowY) && !says && element.scrollHeight > element.clientHeight + 3)
      faults.add(`cut off below: ${name(element)}`);
    // Text by people and models is in any language.
    const written = element.closest(".markdown, bdi, [dir=auto], .plain-bidi, .plain-start, .pdf-text");
    for (const text of [element.textContent, element.getAttribute("aria-label")])
      if (text && !written && known.has(text.trim()))
        faults.add(`not translated: ${text.trim().slice(0, 60)}`);
  }
  for (const element of document.body.querySelectorAll("[aria-label], [placeholder], [title]"))
    for (const attribute of ["aria-label", "placeholder", "title"]) {
      const text = element.getAttribute(attribute)?.trim();
      if (text && known.has(text) && isShown(element)) faults.add(`not translated: ${text.slice(0, 60)}`);
    }

  const isScrolledAway = (element: Element, x: number, y: number): boolean => {
    for (let around = element.parentElement; around; around = around.parentElement) {
      if (getComputedStyle(around).overflow === "visible") continue;
      const { left, right, top, bottom } = around.getBoundingClientRect();
      if (x < left || x > right || y - 20 < top || y + 20 > bottom) return true;
    }
    return x < 0 || x > innerWidth;
  };
  const floats = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";
  const ground =
    document.querySelector("[aria-modal=true]") ?? document.querySelector(floats) ?? document.body;
  const at = (x: number, y: number) => document.elementFromPoint(x, y);
  for (const control of ground.querySelectorAll<HTMLElement>(
    "button, a[href], input:not([type=hidden], [type=checkbox]:disabled), select, textarea, summary, [role=switch], [role=option], [role=menuitem]",
  )) {
    if (!isShown(control) || control.tabIndex < 0) continue;
    const target = control.closest("label") ?? control;
    const box = target.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (box.width < 2 || box.height < 2 || y < 22 || y > innerHeight - 22 || isScrolledAway(target, x, y))
      continue;
    const exact = at(x, y);
    const own = exact !== null && target.contains(exact);
    // The center of a link across two lines is between the words.
    const flows = getComputedStyle(control).display === "inline";
    // Content under the page's header can be scrolled back.
    const beneathHead =
      exact?.closest("header") && getComputedStyle(exact.closest("header") as Element).position === "sticky";
    if (!own && !flows && !beneathHead && !exact?.contains(control))
      faults.add(`covered: ${name(control)} by ${exact ? name(exact) : "nothing"}`);
    if (!touch || flows || !own) continue;
    const fits = (direction: "x" | "y") => {
      const size = direction === "x" ? box.width : box.height;
      if (size >= 43) return true;
      // The visible part may be smaller than the click target.
      return [-20, 20].every((away) => {
        const top = direction === "x" ? at(x + away, y) : at(x, y + away);
        return top !== null && target.contains(top);
      });
    };
    if (!fits("x") || !fits("y"))
      faults.add(
        `too small for a finger (${Math.round(box.width)}×${Math.round(box.height)}): ${name(control)}`,
      );
  }
  return [...faults];
}
