/** A fence with what is in it, code in a line, and a link to a path, with or without signs around its address. */
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

const isThing = (path: string) => !/\/\.\.?(?:\/|$)/.test(path) && THINGS.some((thing) => thing.test(path));

/**
 * A memo's text with its links to things here as addresses of this site: Markdown has no other that are followed. `base`
 * ends in a slash.
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
    ) => (path !== undefined && isThing(path) ? `](${open}${base}${path.slice(1)}${close})` : whole),
  );

/** The thing here that an address leads to; null where it leads elsewhere. */
export function ownPlace(address: string, base: string): string | null {
  const path = address.startsWith(base) ? `/${address.slice(base.length)}` : "";
  return isThing(path) ? path : null;
}

/** A link to a memo, as a text has it: no sign of its name ends it early. */
export const linkTo = (title: string, path: string): string =>
  `[${title
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\[\]`<]/g, "\\$&")}](${path})`;
