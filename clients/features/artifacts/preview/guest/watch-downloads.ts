/**
 * Passes on the files that an artifact offers by links with `download`: its frame may save none. Addresses that it did not make itself
 * are none of its files.
 */
export function watchDownloads(
  save: (name: string, content: Blob) => void,
): (link: HTMLAnchorElement) => boolean {
  const made = new Map<string, Blob>();
  const createUrl = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (content) => {
    const url = createUrl(content);
    if (content instanceof Blob) made.set(url, content);
    return url;
  };
  const offer = (link: HTMLAnchorElement): boolean => {
    if (!link.hasAttribute("download")) return false;
    const content = made.get(link.href) ?? blobOf(link.href);
    if (content) save(link.download || "file", content);
    return true;
  };
  // Links are often clicked without being in the page.
  const click = HTMLElement.prototype.click;
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    if (this.isConnected || !offer(this)) click.call(this);
  };
  return offer;
}

/** Returns the content of a `data:` address; null for any other. */
export function blobOf(address: string): Blob | null {
  const [, type = "", isBase64, data = ""] = /^data:([^,]*?)(;base64)?,(.*)$/s.exec(address) ?? [];
  if (!address.startsWith("data:")) return null;
  try {
    if (!isBase64) return new Blob([decodeURIComponent(data)], { type });
    return new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], { type });
  } catch {
    // Not what it says it is.
    return null;
  }
}
