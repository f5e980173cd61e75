import type { ResultsPageLayout, ResultsPageLayouts, SearchPlace } from "@ensemble/contract/wire";

/** Search on a results page. */
export interface Search {
  engine: ResultsPageLayout;
  query: string;
}

/** Maximum as on the server (`server/features/search/src/rules.rs`). */
const ENGINES_MAX = 60;
const SELECTOR_MAX_CHARS = 300;
/** Maximum length of a search query; longer text is something else. */
const QUERY_MAX_CHARS = 1_000;

/**
 * Parses the list if it is completely valid. Although it comes from the connected server, it may only contain
 * names, hosts and selectors.
 */
export function readEngines(sent: unknown): ResultsPageLayouts | null {
  if (!hasExactly(sent, ["version", "engines"])) return null;
  const { version, engines } = sent;
  if (!Number.isInteger(version) || !Array.isArray(engines) || engines.length > ENGINES_MAX) return null;
  if (!engines.every(isEngine)) return null;
  const ids = new Set(engines.map(({ id }) => id));
  return ids.size === engines.length ? (sent as unknown as ResultsPageLayouts) : null;
}

const FIELDS = ["id", "name", "hosts", "paths", "query", "field", "other", "web", "places", "results"];

function isEngine(sent: unknown): sent is ResultsPageLayout {
  if (!hasExactly(sent, FIELDS)) return false;
  const { id, name, hosts, paths, query, field, other, web, places, results } = sent;
  return (
    matches(id, /^[a-z0-9-]{1,30}$/) &&
    matches(name, /^\P{Cc}{1,40}$/u) &&
    areAll(hosts, (host) => matches(host, HOST) && !matches(host, /^[^.]+$/)) &&
    areAll(paths, (path) => matches(path, /^\/[!-~]{0,79}$/)) &&
    areAll(query, (name) => matches(name, /^[\w-]{1,30}$/)) &&
    isSelector(field) &&
    areAll(other, (name) => matches(name, /^[\w-]{1,30}$/)) &&
    areAll(web, (value) => matches(value, /^[!-~]{1,30}$/)) &&
    areAll(places, isPlace) &&
    hasExactly(results, ["item", "title", "link", "snippet"]) &&
    Object.values(results).every(isSelector)
  );
}

/** Matches `example.org` or `example.*`, never everything. */
const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)*(\.\*)?$/;

const isPlace = (sent: unknown): sent is SearchPlace =>
  hasExactly(sent, ["selector", "at"]) &&
  isSelector(sent.selector) &&
  ["before", "start", "end", "after"].includes(sent.at as string);

const isSelector = (value: unknown): boolean =>
  matches(value, /^[^\p{Cc}{}<;]+$/u) && (value as string).length <= SELECTOR_MAX_CHARS;

const matches = (value: unknown, pattern: RegExp): boolean =>
  typeof value === "string" && pattern.test(value);

const areAll = (values: unknown, fits: (value: unknown) => boolean): boolean =>
  Array.isArray(values) && values.every(fits);

function hasExactly(sent: unknown, names: readonly string[]): sent is Record<string, unknown> {
  if (typeof sent !== "object" || sent === null || Array.isArray(sent)) return false;
  const own = Object.keys(sent);
  return own.length === names.length && names.every((name) => Object.hasOwn(sent, name));
}

/** Returns the engine of `address` with the query in it, "" if the address has none. */
export function findSearch({ engines }: ResultsPageLayouts, address: string): Search | null {
  if (!URL.canParse(address)) return null;
  const { hostname, pathname, searchParams } = new URL(address);
  // Some engines put their own parameters after a semicolon.
  const path = pathname.split(";")[0] as string;
  const engine = engines.find(
    ({ hosts, paths }) => hosts.some((pattern) => coversHost(pattern, hostname)) && paths.includes(path),
  );
  if (!engine || isOther(engine, searchParams)) return null;
  const query = engine.query.map((name) => searchParams.get(name)?.trim() ?? "").find(Boolean) ?? "";
  return query.length > QUERY_MAX_CHARS ? null : { engine, query };
}

/**
 * Returns true if a host matches the pattern or is below it. `*` stands for a country's top-level domain
 * only.
 */
export function coversHost(pattern: string, host: string): boolean {
  const anyEnding = pattern.endsWith(".*");
  const name = anyEnding ? pattern.slice(0, -2) : pattern;
  const ending = anyEnding ? String.raw`\.(com|[a-z]{2}|com?\.[a-z]{2})` : "";
  return new RegExp(`(^|\\.)${name.replaceAll(".", "\\.")}${ending}$`).test(host);
}

/** Returns true for other kinds of results (images, maps, news), which get no answer. */
const isOther = ({ other, web }: ResultsPageLayout, address: URLSearchParams): boolean =>
  other.some((name) => {
    const value = address.get(name);
    return value !== null && value !== "" && !web.includes(value);
  });

/** Returns an engine's main host, to request permission for. */
export function homeOf({ hosts }: ResultsPageLayout): string {
  const first = hosts[0] ?? "";
  if (first.endsWith(".*")) return `www.${first.slice(0, -1)}com`;
  // A bare domain redirects to `www.`; a subdomain is used as it is.
  return first.split(".").length === 2 ? `www.${first}` : first;
}
