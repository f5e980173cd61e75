/**
 * Returns the match of a pattern such as `https://*.example.com/docs/*`; null: it is no pattern. A `*` of the host stays in the
 * host: no page can put the rest of the pattern into its path.
 */
export function parseWildcard(pattern: string): ((page: URL) => boolean) | null {
  const [scheme, rest] = splitAt(pattern, "://");
  const slash = rest.indexOf("/");
  const [host, path] = slash < 0 ? [rest, "/*"] : [rest.slice(0, slash), rest.slice(slash)];
  if (!["*", "http", "https"].includes(scheme)) return null;
  if (!/^[a-z0-9*.:-]+$/.test(host) || /[\p{White_Space}\p{Cc}]/u.test(path)) return null;
  const bare = host.startsWith("*.") && !host.includes("*", 1) ? host.slice(2) : null;
  return (page) =>
    (scheme === "*" || `${scheme}:` === page.protocol) &&
    (glob(host, page.host) || bare === page.host) &&
    glob(path, pathOf(page));
}

/** Returns what stands before and after a mark; without it, `*` and the whole text. */
function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? ["*", text] : [text.slice(0, at), text.slice(at + mark.length)];
}

/** Returns the path with its query; unlike `search`, also with an empty one. */
const pathOf = (page: URL): string => page.href.slice(page.origin.length);

/** Matches a whole text with a pattern in which `*` stands for any text. Takes at most the product of both lengths. */
function glob(pattern: string, text: string): boolean {
  let at = 0;
  let place = 0;
  let star: { from: number; end: number } | null = null;
  while (place < text.length) {
    if (pattern[at] === "*") {
      star = { from: at, end: place };
      at += 1;
    } else if (pattern[at] === text[place]) {
      at += 1;
      place += 1;
    } else if (star) {
      star.end += 1;
      at = star.from + 1;
      place = star.end;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}
