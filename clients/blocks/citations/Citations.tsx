import { PreviewCard } from "@base-ui/react/preview-card";
import type { CitationPart } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { retryUntilLoaded } from "@ensemble/ui/lazy-part";
import { popupStyle } from "@ensemble/ui/popups/popup-styles";
import { lazy, type MouseEvent, type ReactElement, Suspense, useState } from "react";
import { safeLink } from "../markdown/safe-link";
import { OneLine } from "../OneLine";
import { PLACES } from "../places";
import { isNotFound, numbersOf, quotesOf } from "./cited-quotes";
import { useSourcePlace } from "./source-place";

const CitedViewer = lazy(() => import("./CitedViewer").then((file) => ({ default: file.CitedViewer })));
const CitedCard = lazy(
  retryUntilLoaded(() => import("./CitedCard").then((file) => ({ default: file.CitedCard }))),
);
const UnfoundStatements = lazy(
  retryUntilLoaded(() => import("./UnfoundStatements").then((file) => ({ default: file.UnfoundStatements }))),
);

/**
 * Shows an answer's sources as numbered chips, each with a card that shows the passage, and the statements
 * that no source supports.
 */
export function Citations({ citations }: { citations: readonly CitationPart[] }) {
  const text = useText("chat");
  const numbers = numbersOf(citations);
  return (
    <div>
      <ul aria-label={text("sources")} className="flex flex-wrap gap-1.5">
        {citations.map((citation, index) => (
          <li key={citation.id} className="min-w-0">
            <Citation citation={citation} number={numbers[index] ?? ""} />
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

function Citation({ citation, number }: { citation: CitationPart; number: string }) {
  const text = useText("chat");
  const title = citation.page
    ? `${citation.title}, ${text("page_number", { number: citation.page })}`
    : citation.title;
  const label = text("source_number", { number, title });
  const sources = useSourcePlace();
  const [viewer, setViewer] = useState<"unasked" | "open" | "closed">("unasked");
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (!sources?.open(citation)) setViewer("open");
  };
  return (
    <PreviewCard.Root>
      {viewer !== "unasked" ? (
        <Suspense fallback={null}>
          <CitedViewer
            citation={citation}
            open={viewer === "open"}
            onOpenChange={(open) => setViewer(open ? "open" : "closed")}
          />
        </Suspense>
      ) : null}
      <PreviewCard.Trigger
        delay={250}
        render={sourceLink(citation, open)}
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
            <Suspense fallback={citation.title}>
              <CitedCard citation={citation} />
            </Suspense>
          </PreviewCard.Popup>
        </PreviewCard.Positioner>
      </PreviewCard.Portal>
    </PreviewCard.Root>
  );
}

/**
 * Returns the link of a source: passages of conversations, library items, files and stored pages open in
 * place; other web pages open in a new tab, and other sources have none.
 */
function sourceLink(citation: CitationPart, open: (event: MouseEvent) => void): ReactElement {
  const { conversation_id, given, url, web } = citation;
  if (citation.file_id) return <button type="button" onClick={open} />;
  if (conversation_id) return <AppLink to={PLACES.chat(conversation_id, citation.message_id)} />;
  if (given?.path) return <AppLink to={PLACES.passage(given.path, quotesOf(citation)[0])} />;
  const address = url ? safeLink(url) : null;
  const shown = web?.kept_with ? open : undefined;
  if (address)
    // biome-ignore lint/a11y/useAnchorContent: the trigger fills it
    return <a href={address} target="_blank" rel="noopener noreferrer nofollow ugc" onClick={shown} />;
  // biome-ignore lint/a11y/noNoninteractiveTabindex: its card must open by keyboard too
  return <span tabIndex={0} />;
}
