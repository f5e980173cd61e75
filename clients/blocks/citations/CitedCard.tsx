import type { CitationPart } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { hostOf } from "../markdown/safe-link";
import { PLACES } from "../places";
import { isUnread, quotesOf } from "./cited-quotes";
import { UnreadNote } from "./UnreadNote";

const quoteStyle = "plain-bidi mt-2 line-clamp-6 border-accent border-s-2 ps-2.5 text-muted";

/**
 * Shows the passages of a source that an answer cites. Items of the person's library open at each passage.
 */
export function CitedCard({ citation }: { citation: CitationPart }) {
  const { title, url, given } = citation;
  return (
    <>
      <p className="plain-bidi font-medium">{title}</p>
      {url ? <p className="truncate text-faint text-xs">{hostOf(url)}</p> : null}
      {isUnread(citation) ? <UnreadNote /> : null}
      {quotesOf(citation).map((quote) => (
        <blockquote key={quote} dir="auto" className={quoteStyle}>
          {given?.path && !citation.conversation_id ? (
            <AppLink to={PLACES.passage(given.path, quote)} className="hover:text-ink hover:underline">
              {quote}
            </AppLink>
          ) : (
            quote
          )}
        </blockquote>
      ))}
    </>
  );
}
