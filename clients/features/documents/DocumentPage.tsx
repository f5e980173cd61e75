import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { ProblemCard } from "@ensemble/blocks/ProblemCard";
import { PLACES } from "@ensemble/blocks/places";
import { type SourcePlace, SourcePlaceProvider } from "@ensemble/blocks/source-place";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { LibraryDocument } from "@ensemble/contract/wire";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Segmented } from "@ensemble/ui/Segmented";
import { SkeletonLines } from "@ensemble/ui/Skeleton";
import { Spinner } from "@ensemble/ui/Spinner";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { ArrowLeft, MessageSquarePlus } from "lucide-react";
import { type ComponentType, type MouseEvent, useEffect, useState } from "react";
import { placeIn, withPageLinks } from "./answer-links";
import { ChatChoice } from "./ChatChoice";
import { DocumentPages } from "./DocumentPages";
import {
  beginChat,
  documentChatsQuery,
  documentQuery,
  isBusy,
  retryDocumentMutation,
} from "./document-queries";
import { DocumentSeatProvider } from "./document-seat";
import { statementBefore } from "./find-passage";
import type { Wanted } from "./PdfPage";
import { useAsking } from "./use-asking";

/** The chat that the shell puts beside the pages. */
export type DocumentChatPane = ComponentType<{ conversationId: string; hint: string }>;

/** A document: its pages beside a chat about it. On a narrow screen, one of both. */
export function DocumentPage({
  documentId,
  page = null,
  Chat,
}: {
  documentId: string;
  /** The page that is shown first. */
  page?: number | null;
  Chat: DocumentChatPane;
}) {
  const text = useText("library");
  const document = useQuery(documentQuery(documentId));
  const known = document.data;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <title>{`${known?.name ?? text("documents")} · ${text("product")}`}</title>
      {document.isPending ? (
        <div className="p-6">
          <SkeletonLines count={8} label={text("loading")} />
        </div>
      ) : null}
      {document.isError && !known ? (
        <div className="flex flex-col gap-4 p-6">
          <Back />
          <PanelProblem error={document.error} onRetry={() => void document.refetch()} />
        </div>
      ) : null}
      {known && known.state !== "parsed" ? <NotReady document={known} /> : null}
      {known?.state === "parsed" && known.file_id ? (
        <Ready document={known} fileId={known.file_id} page={page} Chat={Chat} />
      ) : null}
    </div>
  );
}

function Back() {
  const text = useText("library");
  return (
    <AppLink
      to={PLACES.documents}
      aria-label={text("documents")}
      className="flex size-9 flex-none items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink touch:size-11"
    >
      <ArrowLeft className="size-4 rtl:-scale-x-100" />
    </AppLink>
  );
}

/** How far a document is that cannot be read yet, or why it cannot. */
function NotReady({ document }: { document: LibraryDocument }) {
  const text = useText("library");
  const retry = useMutation(retryDocumentMutation(useQueryClient()));
  return (
    <div className="flex flex-col gap-4 p-6">
      <header className="flex items-center gap-2">
        <Back />
        <h1 className="min-w-0 truncate font-semibold">
          <bdi>{document.name}</bdi>
        </h1>
      </header>
      <div role="status" className="flex items-center gap-2 text-muted text-sm">
        {isBusy(document) ? (
          <>
            <Spinner />
            {text(`states.${document.state as "waiting"}`)}
          </>
        ) : null}
      </div>
      {document.problem ? (
        <ProblemCard problem={document.problem} onRetry={() => retry.mutate(document.id)} />
      ) : null}
    </div>
  );
}

function Ready({
  document,
  fileId,
  page,
  Chat,
}: {
  document: LibraryDocument;
  fileId: string;
  page: number | null;
  Chat: DocumentChatPane;
}) {
  const text = useText("library");
  const { navigate, href } = useNavigation();
  const [side, setSide] = useState<"pages" | "chat">("pages");
  const [wanted, setWanted] = useState<Wanted | null>(() =>
    page === null ? null : { page, words: null, turn: 0 },
  );
  const { conversationId, choose, begin, chats } = useConversation(document.id);
  const asking = useAsking();

  const show = (number: number, words: string | null) => {
    setSide("pages");
    setWanted((last) => ({ page: number, words, turn: (last?.turn ?? 0) + 1 }));
  };
  const addressOf = (number: number, name: string | null) => {
    const last = document.pages_kept ?? Number.POSITIVE_INFINITY;
    if ((name !== null && name !== document.name) || number < 1 || number > last) return null;
    return new URL(href(PLACES.document(document.id, number)), location.href).href;
  };
  const sources: SourcePlace = {
    linked: (said) => withPageLinks(said, addressOf),
    open: ({ file_id, page: cited, quote }) => {
      if (file_id !== fileId || !cited) return false;
      show(cited, quote ?? null);
      return true;
    },
  };
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const place = placeIn(link?.href);
    if (!link || !place || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (place.documentId === document.id) show(place.page, statementBefore(textBefore(link)));
    else navigate(PLACES.document(place.documentId, place.page));
  };

  return (
    <>
      <header className="flex min-h-12 flex-none items-center gap-2 border-line border-b px-3">
        <Back />
        <h1 className="min-w-0 flex-1 truncate font-semibold text-sm">
          <bdi>{document.name}</bdi>
        </h1>
        <span className="lg:hidden">
          <Segmented
            label={text("shown")}
            value={side}
            options={[
              { value: "pages", label: text("pages") },
              { value: "chat", label: text("chat") },
            ]}
            onChange={setSide}
          />
        </span>
        <ChatChoice chats={chats} current={conversationId} onChoose={choose} />
        <IconButton label={text("new_chat")} icon={<MessageSquarePlus />} onClick={begin} />
      </header>
      <div className="flex min-h-0 flex-1">
        <div className={clsx("min-h-0 min-w-0 flex-1 lg:flex", side === "pages" ? "flex" : "hidden")}>
          <DocumentPages
            document={document}
            fileId={fileId}
            wanted={wanted}
            onAsk={(action, selected) => {
              asking.ask(action, selected);
              setSide("chat");
            }}
          />
        </div>
        <div
          className={clsx(
            "min-h-0 min-w-0 flex-1 flex-col border-line border-s lg:flex",
            side === "chat" ? "flex" : "hidden",
          )}
          onClickCapture={follow}
        >
          <DocumentSeatProvider value={asking.setSeat}>
            <SourcePlaceProvider value={sources}>
              {conversationId ? (
                <Chat key={conversationId} conversationId={conversationId} hint={text("ask_hint")} />
              ) : (
                <div className="p-6">
                  <SkeletonLines count={4} label={text("loading")} />
                </div>
              )}
            </SourcePlaceProvider>
          </DocumentSeatProvider>
        </div>
      </div>
    </>
  );
}

/** What is said before a link, in its paragraph or cell. */
function textBefore(link: Element): string {
  const block = link.closest("p, li, td, th, blockquote, h1, h2, h3, h4, h5, h6") ?? link.parentElement;
  if (!block) return "";
  const range = globalThis.document.createRange();
  range.setStart(block, 0);
  range.setEndBefore(link);
  return range.toString();
}

/** The conversation beside the pages: the one that went on last, a chosen one, or one that is yet to begin. */
function useConversation(documentId: string) {
  const client = useQueryClient();
  const chats = useQuery(documentChatsQuery(documentId));
  const [chosen, setChosen] = useState<string | null>(null);
  const begin = () => {
    const id = uuidV7();
    void beginChat(documentId, id).then(() => setChosen(id));
  };
  const newest = chats.data?.items[0]?.conversation_id ?? null;
  const isNew = chats.data !== undefined && newest === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, where there is none yet
  useEffect(() => {
    if (chosen !== null) return;
    if (newest !== null) setChosen(newest);
    else if (isNew) begin();
  }, [newest, isNew, chosen]);
  // One that began is in the list the next time it is opened.
  useEffect(
    () => () => void client.invalidateQueries({ queryKey: documentChatsQuery(documentId).queryKey }),
    [client, documentId],
  );
  return { conversationId: chosen, choose: setChosen, begin, chats: chats.data?.items ?? [] };
}
