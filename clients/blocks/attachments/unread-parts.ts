import type { UnreadPart } from "@ensemble/contract/wire";
import { useLocale, useText } from "@ensemble/i18n/text";

/** Maximum number of parts that are named; the rest is counted. */
const NAMED_MAX = 3;

/** Returns true if reading the file again may read more of it. */
export const isRestReadable = (parts: readonly UnreadPart[]) =>
  parts.some(({ first_page, reason }) => first_page !== null && reason !== "unsupported");

/** Returns a function that names the parts of a file that were not read; null: everything was read. */
export function useUnreadText(): (parts: readonly UnreadPart[] | undefined) => string | null {
  const text = useText("documents");
  const { locale } = useLocale();
  const named = ({ first_page: first, last_page: last, name, images, reason }: UnreadPart) => {
    if (images !== null) return text("unread_images", { count: images });
    const why = text(`unread_reason.${reason}`);
    if (first === null) return text("unread_named", { name: name ?? "", why });
    return first === last
      ? text("unread_page", { first, why })
      : text("unread_pages", { first, last: last ?? first, why });
  };
  return (parts) => {
    if (!parts || parts.length === 0) return null;
    const shown = parts.slice(0, NAMED_MAX).map(named);
    const more = parts.length - shown.length;
    if (more > 0) shown.push(text("unread_more", { count: more }));
    const list = new Intl.ListFormat(locale, { style: "narrow", type: "unit" }).format(shown);
    return text("unread", { parts: list });
  };
}
