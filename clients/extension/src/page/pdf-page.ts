import type { PageText } from "./page-text";

/**
 * Returns the PDF at `address`, which the server fetches, because no script can read the browser's viewer.
 * The query is part of its location and included, which the person is shown. Null: the server cannot fetch
 * it.
 */
export function pdfPage(address: string | undefined): PageText | null {
  const url = URL.parse(address ?? "");
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  for (const part of ["hash", "username", "password"] as const) url[part] = "";
  return {
    title: nameOf(url) || url.hostname,
    address: url.origin + url.pathname,
    host: url.hostname,
    text: url.href,
    words: 1,
    pageWords: 1,
    kind: "pdf",
    isVideo: false,
    isCut: false,
    leftOut: { fields: 0, pictures: 0, frames: 0 },
  };
}

/** Returns true if the address itself shows that it is a PDF; some browsers let no script check. */
export const namesPdf = (address: string | undefined): boolean =>
  /\.pdf$/i.test(URL.parse(address ?? "")?.pathname ?? "");

function nameOf({ pathname }: URL): string {
  const name = pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
