import { type AreaRoute, pickSearch } from "./route";

/** Matches an address with a route, for shells without a router. Returns the props of its page, or null. */
export function matchRoute(route: AreaRoute, address: string): Record<string, string> | null {
  const { pathname, searchParams } = new URL(address, "https://match.invalid");
  if (route.only && !route.only.test(pathname)) return null;
  const params = matchPath(route.path, pathname);
  return params && { ...pickSearch(route.search, Object.fromEntries(searchParams)), ...params };
}

function matchPath(pattern: string, pathname: string): Record<string, string> | null {
  const wanted = segmentsOf(pattern);
  const given = segmentsOf(pathname);
  const needed = wanted.filter((segment) => !OPTIONAL.test(segment)).length;
  if (given.length < needed || given.length > wanted.length) return null;
  const params: Record<string, string> = {};
  for (const [at, segment] of wanted.entries()) {
    const name = PARAM.exec(segment)?.[1];
    const value = given[at];
    if (name && value !== undefined) params[name] = decodeURIComponent(value);
    else if (!name && value !== segment) return null;
  }
  return params;
}

const OPTIONAL = /^\{-\$/;
const PARAM = /^(?:\{-)?\$(\w+)\}?$/;

const segmentsOf = (path: string) => path.split("/").filter(Boolean);
