/**
 * Turns places such as "(lease.pdf, p. 3)" in answers into links, except in code. `pageOf` returns the
 * address of a page of the named document; without a name, of the open one.
 */
export function withPageLinks(
  text: string,
  addressOf: (page: number, name: string | null) => string | null,
): string {
  return text
    .split(CODE)
    .map((piece, index) => (index % 2 === 1 ? piece : linked(piece, addressOf)))
    .join("");
}

const CODE = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)/;
/** Matches places in the interface's languages and in the form that models mostly use. */
const PLACE =
  /(?<!\])[(（](?:([^()（）[\]\n]{1,200}?)[,،，]\s*)?(?:pp?\.|pages?|ص\.?|صفحة|第)\s*(\d{1,5})(?:\s*[-–]\s*\d{1,5})?\s*页?[)）]/giu;

const linked = (text: string, addressOf: (page: number, name: string | null) => string | null) =>
  text.replace(PLACE, (whole: string, name: string | undefined, page: string) => {
    const address = addressOf(Number(page), name?.trim() || null);
    const label = whole.slice(1, -1).replace(/[[\]\\*_`]/g, "\\$&");
    return address ? `([${label}](${address}))` : whole;
  });

/** Returns the document and page of an address; null: something else. */
export function placeIn(address: string | undefined): { documentId: string; page: number } | null {
  const url = address ? URL.parse(address) : null;
  if (!url?.pathname.endsWith("/webapp/doc-chat")) return null;
  const documentId = url.searchParams.get("doc_id");
  const page = Number(url.searchParams.get("page"));
  return documentId && Number.isInteger(page) && page > 0 ? { documentId, page } : null;
}
