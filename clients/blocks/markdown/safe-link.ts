const ALLOWED = new Set(["http:", "https:", "mailto:", "tel:"]);

/**
 * Returns a link's address if a person may follow it from a model's text, else null.
 *
 * Parsed like the browser does (including tabs and entities) and serialized again, so what is checked is what
 * opens. Relative addresses are rejected: they would point into our own app.
 */
export function safeLink(address: string): string | null {
  const url = URL.parse(address.trim());
  return url && ALLOWED.has(url.protocol) ? url.href : null;
}

/** Returns the host of an address for display; null: none. */
export function hostOf(address: string): string | null {
  const url = URL.parse(address);
  return url && (url.protocol === "http:" || url.protocol === "https:") ? url.host : null;
}
