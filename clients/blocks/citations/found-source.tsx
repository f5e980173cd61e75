import type { SearchResult } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { day, factsLine } from "@ensemble/i18n/formats";
import { type RefObject, useEffect, useRef } from "react";

/** Links the title of a result to it; for a library item, to `passage` in it. */
export function SourceLink({ source, passage }: { source: SearchResult; passage?: string }) {
  const { url, title } = source;
  const style = "underline decoration-line underline-offset-4 hover:decoration-current";
  if (url.startsWith("/") && !url.startsWith("//"))
    return (
      <AppLink to={passage ? `${url}?q=${encodeURIComponent(passage)}` : url} className={style}>
        {title}
      </AppLink>
    );
  if (!/^https?:/.test(url)) return title;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow ugc" className={style}>
      {title}
    </a>
  );
}

/** Returns a line with the origin, authors and date of a source; "" if nothing is known. */
export const sourceFacts = (source: SearchResult, locale: string): string =>
  factsLine([source.site, source.authors, source.place, dateOf(source, locale)]);

/** Formats the date of a source; some sources know the day, others only the year. */
export const dateOf = ({ date }: { date: string | null }, locale: string) =>
  date && /^\d{4}-\d\d-\d\d/.test(date) ? day(`${date.slice(0, 10)}T12:00:00`, locale) : date;

/** Returns the ref of a row that scrolls into view and gets the focus whenever it is wanted. */
export function useWantedRow(wanted: object | null): RefObject<HTMLLIElement | null> {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!wanted) return;
    row.current?.scrollIntoView({ block: "center" });
    row.current?.focus({ preventScroll: true });
  }, [wanted]);
  return row;
}
