/** Returns the address of a video with captions that the server supports, reduced to its id; null: none. */
export function videoAddress(address: string): string | null {
  const url = URL.parse(address);
  if (url?.protocol !== "https:") return null;
  const host = url.host.replace(/^(www|m|music)\./, "");
  if (host === "youtube.com") {
    const id =
      url.pathname === "/watch" ? url.searchParams.get("v") : /^\/shorts\/([\w-]+)/.exec(url.pathname)?.[1];
    return id && /^[\w-]{1,64}$/.test(id) ? `https://www.youtube.com/watch?v=${id}` : null;
  }
  const id = host === "vimeo.com" ? /^\/(\d{1,20})\/?$/.exec(url.pathname)?.[1] : undefined;
  return id ? `https://vimeo.com/${id}` : null;
}
