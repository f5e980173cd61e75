import type { Element, ElementContent, Root } from "hast";

const RIGHT_TO_LEFT = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}\p{sc=Adlam}]/u;
const LETTER = /\p{L}/u;
/** Longest part of a text whose letters are counted. */
const COUNTED_CHARS = 2_000;

/** Counts letters that are written from the right and from the left. */
function lettersOf(text: string): { right: number; left: number } {
  const letters = { right: 0, left: 0 };
  for (const char of text.slice(0, COUNTED_CHARS)) {
    if (!LETTER.test(char)) continue;
    if (RIGHT_TO_LEFT.test(char)) letters.right += 1;
    else letters.left += 1;
  }
  return letters;
}

/**
 * Returns the direction of a list or table by most of its letters: names in Latin letters at the start of its items, code and addresses say
 * nothing about the language that it is written in.
 */
export function directionOf(markdown: string): "ltr" | "rtl" | "auto" {
  const text = markdown.slice(0, COUNTED_CHARS * 2);
  const words = text
    .replace(/`[^`\n]*`|\]\([^)\n]*\)|https?:\/\/\S+/g, " ")
    .replace(/^([ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+)(?:\*\*|__)[^*_\n]*(?:\*\*|__)/gm, "$1");
  const { right, left } = [words, text].map(lettersOf).find((count) => count.right + count.left > 0) ?? {
    right: 0,
    left: 0,
  };
  if (right === left) return "auto";
  return right > left ? "rtl" : "ltr";
}

/** Class of items that are written in one direction, which need not be that of their list. */
const ONE_WAY = "one-way";

/** Sets the direction of tables and outermost lists, which those within them share, and marks the items that have only one of their own. */
export function listDirections(source: string) {
  return () => (tree: Root) => {
    for (const child of tree.children) if (child.type === "element") walk(child, false, source);
  };
}

function walk(element: Element, isInList: boolean, source: string) {
  if (element.tagName === "table") element.properties.dir = directionOf(sourceOf(element, source));
  const isList = element.tagName === "ul" || element.tagName === "ol";
  if (isList && !isInList) {
    element.properties.dir = directionOf(sourceOf(element, source));
  }
  if (element.tagName === "li" && isOneWay(element)) {
    const names = element.properties.className;
    element.properties.className = [...(Array.isArray(names) ? names : []), ONE_WAY];
  }
  for (const child of element.children) if (child.type === "element") walk(child, isInList || isList, source);
}

function sourceOf({ position }: Element, source: string): string {
  return source.slice(position?.start.offset ?? 0, position?.end.offset ?? source.length);
}

function isOneWay(item: Element): boolean {
  const { right, left } = lettersOf(textOf(item.children));
  return right === 0 || left === 0;
}

const textOf = (children: readonly ElementContent[]): string =>
  children
    .map((child) =>
      child.type === "text" ? child.value : child.type === "element" ? textOf(child.children) : "",
    )
    .join("");
