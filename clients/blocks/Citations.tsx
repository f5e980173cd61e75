import { PreviewCard } from "@base-ui/react/preview-card";
import type { CitationPart } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { popupStyle } from "@ensemble/ui/popup-styles";
import { lazy, type ReactElement, Suspense, useState } from "react";
import { isNotFound, isUnread, numbersOf, quotesOf } from "./cited-quotes";
import { hostOf, safeLink } from "./markdown/safe-link";
import { OneLine } from "./OneLine";
import { PLACES } from "./places";
import { useSourcePlace } from "./source-place";

const FileViewer = lazy(() =>
  import("./attachments/FileViewer").then((file) => ({ default: file.FileViewer })),
);
const UnreadNote = lazy(() => import("./UnreadNote").then((file) => ({ default: file.UnreadNote })));
const UnfoundStatements = lazy(() =>
  import("./UnfoundStatements").then((file) => ({ default: file.UnfoundStatements })),
);

/**
 * Where an answer comes from: numbered chips, each with a card that shows the passage; and what it says that does not
 * stand there.
 */
export function Citations({ citations }: { citations: readonly CitationPart[] }) {
  const text = useText("chat");
  const numbers = numbersOf(citations);
  return (
    <div>
      <ul aria-label={text("sources")} className="flex flex-wrap gap-1.5">
        {citations.map((citation, index) => (
          <li key={citation.id} className="min-w-0">
            <Citation citation={citation} number={numbers[index] ?? index + 1} />
          </li>
        ))}
      </ul>
      {citations.some(isNotFound) ? (
        <Suspense fallback={null}>
          <UnfoundStatements citations={citations} />
        </Suspense>
      ) : null}
    </div>
  );
}

function Citation({ citation, number }: { citation: CitationPart; number: number }) {
  const text = useText("chat");
  const title = citation.page
    ? `${citation.title}, ${text("page_number", { number: citation.page })}`
    : citation.title;
  const label = text("source_number", { number, title });
  const sources = useSourcePlace();
  const [viewer, setViewer] = useState<"unasked" | "open" | "closed">("unasked");
  return (
    <PreviewCard.Root>
      {citation.file_id && viewer !== "unasked" ? (
        <Suspense fallback={null}>
          <FileViewer
            file={{ file_id: citation.file_id, name: citation.title }}
            page={citation.page ?? null}
            quotes={quotesOf(citation)}
            open={viewer === "open"}
            onOpenChange={(open) => setViewer(open ? "open" : "closed")}
          />
        </Suspense>
      ) : null}
      <PreviewCard.Trigger
        delay={250}
        render={
          citation.file_id ? (
            <button
              type="button"
              onClick={() => {
                if (!sources?.open(citation)) setViewer("open");
              }}
            />
          ) : (
            sourceLink(citation)
          )
        }
        aria-label={label}
        data-source={number}
        data-not-found={isNotFound(citation) || undefined}
        className="group/cited flex h-7 max-w-64 items-center gap-1.5 rounded-full bg-sunken touch:h-11 ps-1 pe-2.5 text-muted text-xs shadow-[inset_0_0_0_1px_var(--line)] hover:text-ink"
      >
        <span className="flex size-5 flex-none items-center justify-center rounded-full bg-accent-soft font-medium text-accent-ink tabular-nums group-data-not-found/cited:bg-warning-soft group-data-not-found/cited:text-warning">
          {number}
        </span>
        <span className="min-w-0">
          {" "}
          <OneLine>{citation.title}</OneLine>{" "}
        </span>
      </PreviewCard.Trigger>
      <PreviewCard.Portal>
        <PreviewCard.Positioner side="top" align="start" sideOffset={6} className="z-40">
          <PreviewCard.Popup className={`${popupStyle} max-w-80 p-3 text-sm`}>
            <p className="plain-bidi font-medium">{citation.title}</p>
            {citation.url ? <p className="truncate text-faint text-xs">{hostOf(citation.url)}</p> : null}
            {isUnread(citation) ? (
              <Suspense fallback={null}>
                <UnreadNote />
              </Suspense>
            ) : null}
            {quotesOf(citation).map((quote) => (
              <blockquote
                key={quote}
                dir="auto"
                className="plain-bidi mt-2 line-clamp-6 border-accent border-s-2 ps-2.5 text-muted"
              >
                {quote}
              </blockquote>
            ))}
          </PreviewCard.Popup>
        </PreviewCard.Positioner>
      </PreviewCard.Portal>
    </PreviewCard.Root>
  );
}

/** A passage of a conversation opens in place, a page of the web in a tab of its own; other sources are only shown. */
function sourceLink(citation: CitationPart): ReactElement {
  if (citation.conversation_id)
    return <AppLink to={PLACES.chat(citation.conversation_id, citation.message_id)} />;
  const address = citation.url ? safeLink(citation.url) : null;
  // biome-ignore lint/a11y/useAnchorContent: the trigger fills it
  if (address) return <a href={address} target="_blank" rel="noopener noreferrer nofollow ugc" />;
  // biome-ignore lint/a11y/noNoninteractiveTabindex: its card must open by keyboard too
  return <span tabIndex={0} />;
}
