import { useText } from "@ensemble/i18n/text";

/** That a page is known by what a search engine says of it alone. */
export function UnreadNote() {
  const text = useText("search");
  return <p className="mt-1 text-warning text-xs">{text("known_by_snippet")}</p>;
}
