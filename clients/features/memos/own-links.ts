/** A fence with what is in it, code in a line, and a link to a place here, with or without signs around its address. */
const OWN_LINKS =
  /(^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\2[`~]*[ \t]*$|(?![\s\S])))|(`[^`\n]*`)|\]\((<?)(\/(?:home|webapp)\/[^\s<>()]*)(>?)\)/gm;

/**
 * A memo's text with its links to places here as addresses of this site. Texts may not lead into the product by themselves
 * (their author may be a model); what leads out of a memo is followed in place.
 */
export const withOwnLinks = (body: string, base: string): string =>
  body.replace(
    OWN_LINKS,
    (
      whole,
      _fence,
      _sign,
      _code,
      open: string | undefined,
      path: string | undefined,
      close: string | undefined,
    ) => (path === undefined ? whole : `](${open}${base}${path.slice(1)}${close})`),
  );

/** The place here that an address leads to; null where it leads elsewhere. */
export function ownPlace(address: string, base: string): string | null {
  const path = address.startsWith(base) ? `/${address.slice(base.length)}` : "";
  return /^\/(?:home|webapp)\//.test(path) ? path : null;
}

/** A link to a memo, as a text has it: no sign of its name ends it early. */
export const linkTo = (title: string, path: string): string =>
  `[${title
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\[\]`<]/g, "\\$&")}](${path})`;
