import { PATTERNS_MAX, URL_MAX_CHARS } from "@ensemble/contract/generated/limits/powerups";
import type { Sites } from "../operations";
import { compileRegex } from "./regex/compile-regex";
import { parseWildcard } from "./wildcard";

/** Patterns that were compiled; they are few, and the same ones are asked for on each page. */
const compiled = new Map<string, ReturnType<typeof compileRegex>>();
const COMPILED_MAX = 200;

/**
 * Returns true if a PowerUP runs on the page.
 *
 * The Rust twin is `server/features/powerups/src/sites.rs`; both are checked against
 * `contract/fixtures/powerup-sites.json` (decisions 1081, 1090).
 */
export function runsOnPage({ scope, patterns }: Sites, url: string): boolean {
  const page = pageOf(url);
  if (!page) return false;
  return scope === "all" || patterns.slice(0, PATTERNS_MAX).some((pattern) => matches(scope, pattern, page));
}

/** Returns the page of the web at a URL, without its fragment; null: it is none, or is opened with a password. */
function pageOf(text: string): URL | null {
  if (text.length > URL_MAX_CHARS || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.hostname === "") return null;
  if (url.username !== "" || url.password !== "") return null;
  url.hash = "";
  return url;
}

function matches(scope: Exclude<Sites["scope"], "all">, pattern: string, page: URL): boolean {
  switch (scope) {
    case "site":
      return page.hostname === pattern || page.hostname.endsWith(`.${pattern}`);
    case "url":
      return page.href === pattern;
    case "wildcard":
      return parseWildcard(pattern)?.(page) ?? false;
    case "regex":
      return regexOf(pattern)?.(page.href) ?? false;
  }
}

function regexOf(pattern: string): ReturnType<typeof compileRegex> {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  if (compiled.size >= COMPILED_MAX) compiled.clear();
  const made = compileRegex(pattern);
  compiled.set(pattern, made);
  return made;
}
