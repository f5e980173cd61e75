const ALLOWED = new Set(["http:", "https:", "mailto:", "tel:"]);

/**
 * Gives a link's address when it is one a person may follow from a model's text, else null.
 *
 * Parsed as the browser would (tabs and entities included), then written out again, so what is checked is what is opened.
 * Relative addresses are refused: they would point into our own app.
 */
export function safeLink(address: string): string | null {
  const url = URL.parse(address.trim());
  return url && ALLOWED.has(url.protocol) ? url.href : null;
}

/** The site an address belongs to, for showing; null when it has none. */
export function hostOf(address: string): string | null {
  const url = URL.parse(address);
  return url && (url.protocol === "http:" || url.protocol === "https:") ? url.host : null;
}
