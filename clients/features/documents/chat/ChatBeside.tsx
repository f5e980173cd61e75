import { quotesOf } from "@ensemble/blocks/citations/cited-quotes";
import { type SourcePlace, SourcePlaceProvider } from "@ensemble/blocks/citations/source-place";
import { OneLine } from "@ensemble/blocks/OneLine";
import { statementBefore } from "@ensemble/blocks/pdf/find-passage";
import type { PassageTarget } from "@ensemble/blocks/pdf/PdfPage";
import { PLACES } from "@ensemble/blocks/places";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { LibraryDocument } from "@ensemble/contract/wire";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { IconButton } from "@ensemble/ui/IconButton";
import { Menu, MenuItem } from "@ensemble/ui/popups/Menu";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { ArrowLeft, EllipsisVertical, Highlighter, List, MessageSquarePlus, Printer } from "lucide-react";
import { type ComponentType, type MouseEvent, type ReactNode, useEffect, useState } from "react";
import { DocumentPages } from "../DocumentPages";
import { beginChat, chatsQuery, type Subject } from "../document-queries";
import { DOCUMENT_PLACES } from "../places";
import { printedChat, printedHighlights } from "../print/print-places";
import { placeIn, withPageLinks } from "./answer-links";
import { ChatChoice } from "./ChatChoice";
import { DocumentSeatProvider } from "./document-seat";
import { FirstQuestions } from "./FirstQuestions";
import { useAsking } from "./use-asking";

/** Chat component that the shell provides. */
export type DocumentChatPane = ComponentType<{
  conversationId: string;
  hint: string;
  note: string | null;
  /** Content above the first question. */
  children: ReactNode;
}>;

/** Link back to the library. */
export function Back() {
  const text = useText("library");
  return (
    <AppLink
      to={DOCUMENT_PLACES.all}
      aria-label={text("documents")}
      className="flex size-9 flex-none items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink touch:size-11"
    >
      <ArrowLeft className="size-4 rtl:-scale-x-100" />
    </AppLink>
  );
}

/** Shows documents beside a chat about them; on narrow screens one of both. */
export function ChatBeside({
  subject,
  title,
  documents,
  page = null,
  words = "",
  at,
  list,
  Chat,
}: {
  subject: Subject;
  title: string;
  /** Documents that can be shown. */
  documents: readonly LibraryDocument[];
  /** Page to open in a single document. */
  page?: number | null;
  /** Passage to highlight, and its vertical position as a fraction. */
  words?: string;
  at?: number;
  /** Content while no document is open; without it the first document opens. */
  list?: (open: (documentId: string) => void) => ReactNode;
  Chat: DocumentChatPane;
}) {
  const text = useText("library");
  const { navigate, href } = useNavigation();
  const [side, setSide] = useState<Side>("pages");
  const [shownId, setShownId] = useState<string | null>(null);
  const [wanted, setWanted] = useState<PassageTarget | null>(() =>
    page === null ? null : { page, words: words === "" ? [] : [words], at, turn: 0 },
  );
  const { conversationId, choose, begin, chats, byMeaning } = useConversation(subject);
  const asking = useAsking();
  const shown = documents.find(({ id }) => id === shownId) ?? (list === undefined ? documents[0] : undefined);

  const show = (documentId: string, number: number, words: readonly string[]) => {
    setSide("pages");
    setShownId(documentId);
    setWanted((last) => ({ page: number, words, turn: (last?.turn ?? 0) + 1 }));
  };
  const openFromList = (documentId: string) => {
    setShownId(documentId);
    setWanted(null);
  };
  const addressOf = (number: number, name: string | null) => {
    const meant = name === null ? shown : documents.find((one) => one.name === name);
    if (!meant || number < 1 || number > (meant.pages_kept ?? number)) return null;
    return new URL(href(PLACES.document(meant.id, number)), location.href).href;
  };
  const sources: SourcePlace = {
    linked: (said) => withPageLinks(said, addressOf),
    open: (citation) => {
      const meant = documents.find((one) => one.file_id === citation.file_id);
      if (!meant || !citation.page) return false;
      show(meant.id, citation.page, quotesOf(citation));
      return true;
    },
  };
  const follow = (event: MouseEvent) => {
    const link = plainlyClicked(event);
    const place = link && placeIn(link.href);
    if (!place) return;
    event.preventDefault();
    event.stopPropagation();
    if (documents.some(({ id }) => id === place.documentId))
      show(place.documentId, place.page, [statementBefore(textBefore(link))]);
    else navigate(PLACES.document(place.documentId, place.page));
  };

  return (
    <>
      <header className="flex min-h-12 flex-none items-center gap-2 border-line border-b px-3 py-1 max-sm:gap-1 max-sm:px-1.5">
        <Back />
        <h1 className="min-w-0 flex-1 font-semibold text-sm">
          <OneLine>{title}</OneLine>
        </h1>
        <SideChoice side={side} onChoose={setSide} />
        <ChatChoice chats={chats} current={conversationId} onChoose={choose} />
        <IconButton label={text("new_chat")} icon={<MessageSquarePlus />} onClick={begin} />
        <ChatOptions subject={subject} conversationId={conversationId} />
      </header>
      {/* On a narrow screen both stay as wide as they are: fields and pages are measured while they are unseen. */}
      <div className="relative flex min-h-0 flex-1">
        <div
          className={clsx(
            "flex min-h-0 min-w-0 flex-1 flex-col max-lg:absolute max-lg:inset-0",
            side === "chat" && "max-lg:invisible",
          )}
        >
          {shown?.file_id ? (
            <>
              {list === undefined ? null : (
                <ShownDocument name={shown.name} onList={() => setShownId(null)} />
              )}
              <DocumentPages
                key={shown.id}
                document={shown}
                fileId={shown.file_id}
                wanted={wanted}
                onShow={(number, at) =>
                  setWanted((last) => ({ page: number, words: [], at, turn: (last?.turn ?? 0) + 1 }))
                }
                onAsk={(action, selected) => {
                  asking.ask(action, selected);
                  setSide("chat");
                }}
              />
            </>
          ) : (
            <div className="min-h-0 flex-1 overflow-y-auto">{list?.(openFromList)}</div>
          )}
        </div>
        <div
          className={clsx(
            "flex min-h-0 min-w-0 flex-1 flex-col border-line max-lg:absolute max-lg:inset-0 lg:border-s",
            side === "pages" && "max-lg:invisible",
          )}
          data-beside=""
          onClickCapture={follow}
        >
          <DocumentSeatProvider value={asking.setSeat}>
            <SourcePlaceProvider value={sources}>
              {conversationId ? (
                <Chat
                  key={conversationId}
                  conversationId={conversationId}
                  hint={text(subject.kind === "collection" ? "ask_collection_hint" : "ask_hint")}
                  note={byMeaning === false ? text("by_words") : null}
                >
                  <FirstQuestions kind={subject.kind} onAsk={asking.send} />
                </Chat>
              ) : (
                <Loading />
              )}
            </SourcePlaceProvider>
          </DocumentSeatProvider>
        </div>
      </div>
    </>
  );
}

type Side = "pages" | "chat";

/** Chooses, on narrow screens, between the pages and the chat. */
function SideChoice({ side, onChoose }: { side: Side; onChoose: (side: Side) => void }) {
  const text = useText("library");
  return (
    <span className="lg:hidden">
      <Segmented
        label={text("shown")}
        value={side}
        options={[
          { value: "pages", label: text("pages") },
          { value: "chat", label: text("chat") },
        ]}
        onChange={onChoose}
      />
    </span>
  );
}

function Loading() {
  const text = useText("library");
  return (
    <div className="p-6">
      <SkeletonLines count={4} label={text("loading")} />
    </div>
  );
}

function ChatOptions({ subject, conversationId }: { subject: Subject; conversationId: string | null }) {
  const text = useText("library");
  const { navigate } = useNavigation();
  return (
    <Menu align="end" trigger={<IconButton label={text("chat_options")} icon={<EllipsisVertical />} />}>
      {conversationId ? (
        <MenuItem icon={<Printer />} onSelect={() => navigate(printedChat(subject, conversationId))}>
          {text("print_this_chat")}
        </MenuItem>
      ) : null}
      {subject.kind === "library" ? (
        <MenuItem icon={<Highlighter />} onSelect={() => navigate(printedHighlights(subject.id))}>
          {text("print_highlights")}
        </MenuItem>
      ) : null}
    </Menu>
  );
}

/** Names the document that is shown, and leads back to the list. */
function ShownDocument({ name, onList }: { name: string; onList: () => void }) {
  const text = useText("library");
  return (
    <div className="flex flex-none items-center gap-2 border-line border-b px-3 py-1.5">
      <Button size="sm" kind="ghost" icon={<List className="size-4" />} onClick={onList}>
        {text("all_documents")}
      </Button>
      <bdi className="min-w-0 truncate text-muted text-sm">{name}</bdi>
    </div>
  );
}

/** Returns the link under a click without modifier keys, which the browser follows elsewhere. */
const plainlyClicked = ({ target, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  target instanceof Element && !metaKey && !ctrlKey && !shiftKey && !altKey ? target.closest("a") : null;

/** Returns the text before a link, in its paragraph or cell. */
function textBefore(link: Element): string {
  const block = link.closest("p, li, td, th, blockquote, h1, h2, h3, h4, h5, h6") ?? link.parentElement;
  if (!block) return "";
  const range = globalThis.document.createRange();
  range.setStart(block, 0);
  range.setEndBefore(link);
  return range.toString();
}

/** Returns the conversation beside the pages: the latest, a selected one, or a new one. */
function useConversation(subject: Subject) {
  const client = useQueryClient();
  const key = chatsQuery(subject).queryKey;
  const chats = useQuery(chatsQuery(subject));
  const [chosen, setChosen] = useState<string | null>(null);
  const begin = () => {
    const id = uuidV7();
    void beginChat(subject, id).then(() => setChosen(id));
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a key is the same while its subject is
  useEffect(() => () => void client.invalidateQueries({ queryKey: key }), [client, subject.id]);
  return {
    conversationId: chosen,
    choose: setChosen,
    begin,
    chats: chats.data?.items ?? [],
    byMeaning: chats.data?.by_meaning,
  };
}
