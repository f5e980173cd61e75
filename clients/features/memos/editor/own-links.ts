import { onServer } from "@ensemble/contract/base-path";

/** Matches code and links to paths, with or without angle brackets. */
const PATH_LINKS =
  /(^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\2[`~]*[ \t]*$|(?![\s\S])))|(`[^`\n]*`)|\]\((<?)(\/[^\s<>()]*)(>?)\)/gm;

const ID = "[0-9a-f-]{36}";

/**
 * Patterns of links that a text may follow within the product: to existing items only. Its author may be a
 * model, so nothing that acts when opened, such as a chat that starts with a question.
 */
const THINGS = [
  `/home/(?:memo|read|search|research)/${ID}(?:[?#].*)?`,
  `/home/chat/[^/?#]+/${ID}(?:#.*)?`,
  "/webapp/doc-chat\\?.*",
].map((thing) => new RegExp(`^${thing}$`));

const FILE = new RegExp(`^/api/documents/files/${ID}/content$`);

/** Returns the address of a file of the person's that a text links to; null: something else. */
export const fileAddress = (path: string, base: string): string | null =>
  FILE.test(path) ? new URL(onServer(path), base).href : null;

const isThing = (path: string) => !/\/\.\.?(?:\/|$)/.test(path) && THINGS.some((thing) => thing.test(path));

/**
 * Converts a memo's internal links to addresses of this site, because Markdown rendering follows no others.
 * `base` ends in a slash.
 */
export const withOwnLinks = (body: string, base: string): string =>
  body.replace(
    PATH_LINKS,
    (
      whole,
      _fence,
      _sign,
      _code,
      open: string | undefined,
      path: string | undefined,
      close: string | undefined,
      at: number,
    ) => {
      // Images are shown by their paths.
      if (path === undefined || body[body.lastIndexOf("[", at) - 1] === "!") return whole;
      const address = isThing(path) ? base + path.slice(1) : fileAddress(path, base);
      return address === null ? whole : `](${open}${address}${close})`;
    },
  );

/** Returns the internal path of an address; null: something else. */
export function ownPlace(address: string, base: string): string | null {
  const path = address.startsWith(base) ? `/${address.slice(base.length)}` : "";
  return isThing(path) ? path : null;
}

/** Returns a Markdown link to a memo, with its name escaped. */
export const linkTo = (title: string, path: string): string =>
  `[${title
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\[\]`<]/g, "\\$&")}](${path})`;
