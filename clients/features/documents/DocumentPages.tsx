import { newMemo } from "@ensemble/blocks/memos/new-memo";
import type { PassageTarget } from "@ensemble/blocks/pdf/PdfPage";
import { PLACES } from "@ensemble/blocks/places";
import { api } from "@ensemble/contract/api";
import type { DocumentHighlight, LibraryDocument } from "@ensemble/contract/wire";
import { useHost } from "@ensemble/host/HostContext";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { IconButton } from "@ensemble/ui/IconButton";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { Highlighter } from "lucide-react";
import { lazy, Suspense, useMemo, useRef, useState } from "react";
import type { PassageAction } from "./chat/use-asking";
import { retryDocumentMutation } from "./document-queries";
import { HighlightList } from "./highlights/HighlightList";
import { highlightsQuery, keepHighlightMutation, newHighlight } from "./highlights/highlight-queries";
import { placeOfQuote } from "./highlights/place-of-quote";
import { type Selected, type SelectionAction, SelectionActions } from "./highlights/SelectionActions";
import { selectedPlaces } from "./highlights/selected-places";

const PdfView = lazy(() => import("@ensemble/blocks/pdf/PdfView"));

/** Pages of a document with actions on selected text. */
export function DocumentPages({
  document,
  fileId,
  wanted,
  onShow,
  onAsk,
}: {
  document: LibraryDocument;
  fileId: string;
  wanted: PassageTarget | null;
  /** Shows a position on a page, as a fraction of its height. */
  onShow: (page: number, at: number) => void;
  onAsk: (asked: PassageAction, selected: Selected) => void;
}) {
  const text = useText("library");
  const { copyText } = useHost();
  const place = useRef<HTMLDivElement>(null);
  const keepMemo = useMemoOf(document);
  const [listed, setListed] = useState(false);
  const highlights = useQuery(highlightsQuery(document.id)).data?.items;
  const byPage = useMemo(() => Map.groupBy(highlights ?? [], ({ page }) => page), [highlights]);
  const keepHighlight = useMutation({
    ...keepHighlightMutation(useQueryClient(), document.id),
    meta: { ownError: true },
    // spec §8: "Failed to create mark"
    onError: () => showToast({ kind: "danger", title: text("mark_failed") }),
  });
  const highlight = () => {
    // With the last used color.
    const color = latest(highlights)?.color ?? "yellow";
    for (const at of selectedPlaces(place.current)) keepHighlight.mutate(newHighlight(at, color));
  };
  const act = (action: SelectionAction, selected: Selected) => {
    switch (action) {
      case "highlight":
        return highlight();
      case "copy":
        void copyText(selected.text).then(
          () => showToast({ title: text("copied") }),
          () => showToast({ kind: "danger", title: text("copy_failed") }),
        );
        return;
      case "memo":
        return keepMemo(selected);
      default:
        onAsk(action, selected);
    }
  };
  return (
    <div ref={place} className="relative flex min-h-0 min-w-0 flex-1">
      {/* On a narrow screen the list lies over the pages: what is beneath it is not to be reached by keys. */}
      <div className={clsx("flex min-h-0 min-w-0 flex-1", listed && "max-lg:invisible")}>
        <Suspense
          fallback={
            <div className="mx-auto w-full max-w-xl p-6">
              <SkeletonLines count={10} label={text("loading")} />
            </div>
          }
        >
          <PdfView
            fileId={fileId}
            pages={document.pages_kept}
            highlights={byPage}
            wanted={wanted}
            notice={
              <>
                <PagesKept document={document} />
                {document.recognised_pages > 0 ? (
                  <Notice tone="info">{text("recognised", { count: document.recognised_pages })}</Notice>
                ) : null}
              </>
            }
            tools={
              <IconButton
                size="sm"
                label={text("show_highlights", { count: highlights?.length ?? 0 })}
                icon={<Highlighter />}
                aria-expanded={listed}
                onClick={() => setListed(!listed)}
              />
            }
          />
        </Suspense>
      </div>
      {listed ? (
        <HighlightList
          documentId={document.id}
          onShow={({ page, boxes }) => {
            onShow(page, boxes[0]?.y ?? 0);
            // On narrow screens it covers the pages.
            if (matchMedia("(width < 64rem)").matches) setListed(false);
          }}
          onClose={() => setListed(false)}
        />
      ) : null}
      <SelectionActions place={place} onAction={act} />
    </div>
  );
}

const latest = (highlights: readonly DocumentHighlight[] | undefined) =>
  highlights?.reduce<DocumentHighlight | null>(
    (last, one) => (last && last.created_at > one.created_at ? last : one),
    null,
  );

/** Notice that not all pages are kept, with the upgrade. Spec §5: "only the first 20 pages kept". */
function PagesKept({ document }: { document: LibraryDocument }) {
  const text = useText("library");
  const retry = useMutation(retryDocumentMutation(useQueryClient()));
  const { page_count: all, pages_kept: kept } = document;
  if (all === null || kept === null || kept >= all) return null;
  return (
    <Notice
      tone="info"
      action={
        <span className="flex flex-wrap gap-2">
          <AppLink to={PLACES.pricing} className={buttonStyle("secondary", "sm")}>
            {text("upgrade")}
          </AppLink>
          <Button size="sm" busy={retry.isPending} onClick={() => retry.mutate(document.id)}>
            {text("read_rest")}
          </Button>
        </span>
      }
    >
      {text("pages_kept", { kept, all })}
    </Notice>
  );
}

function useMemoOf(document: LibraryDocument): (selected: Selected) => void {
  const text = useText("library");
  const client = useQueryClient();
  const { navigate } = useNavigation();
  const create = useMutation({
    meta: { ownError: true },
    mutationFn: ({ text: quote, page }: Selected) =>
      api.post("/api/memos", {
        body: newMemo({
          kind: "highlight",
          title: text("memo_title", { name: document.name, number: page }),
          body: quote,
          source_url: document.url,
          source_path: placeOfQuote(document.id, page, quote),
          quote,
        }),
      }),
  });
  return (selected) =>
    create.mutate(selected, {
      onSuccess: ({ id }) => {
        void client.invalidateQueries({ queryKey: ["memos"] });
        showToast({
          kind: "success",
          title: text("memo_saved"),
          action: { label: text("open"), onPress: () => navigate(PLACES.memo(id)) },
        });
      },
      onError: () => showToast({ kind: "danger", title: text("memo_failed") }),
    });
}
