import { useText } from "@ensemble/i18n/text";

/** Note that only a search engine's description of a page is known. */
export function UnreadNote() {
  const text = useText("search");
  return <p className="mt-1 text-warning text-xs">{text("known_by_snippet")}</p>;
}
