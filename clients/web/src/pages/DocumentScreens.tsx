import { PlugsProvider } from "@ensemble/blocks/composer-plugs";
import { PLACES } from "@ensemble/blocks/places";
import { ChatPage } from "@ensemble/feature-chat/ChatPage";
import { CollectionPage } from "@ensemble/feature-documents/CollectionPage";
import type { DocumentChatPane } from "@ensemble/feature-documents/chat/ChatBeside";
import { DocumentSeatPlug } from "@ensemble/feature-documents/chat/document-seat";
import { DocumentPage } from "@ensemble/feature-documents/DocumentPage";
import { LibraryPage } from "@ensemble/feature-documents/LibraryPage";
import { type Navigation, NavigationProvider, useNavigation } from "@ensemble/host/navigation";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { useSearch } from "@tanstack/react-router";
import { MessageCircleQuestion } from "lucide-react";
import type { ComponentProps } from "react";
import { PLUGS } from "../plugs";

/** Spec §2: /webapp/doc-chat (optional doc_id). Without one, lists all documents. */
export function DocumentScreen() {
  const {
    doc_id: id,
    page,
    q,
    highlight = null,
    collection,
  } = useSearch({ strict: false }) as Record<string, string | undefined>;
  const first = Number(page);
  if (collection) return <CollectionPage key={collection} collectionId={collection} Chat={ChatPane} />;
  if (!id) return <LibraryPage />;
  return (
    <DocumentPage
      key={`${id} ${page} ${q} ${highlight}`}
      documentId={id}
      page={first > 0 ? first : null}
      words={q}
      highlightId={highlight}
      Chat={ChatPane}
    />
  );
}

const WITH_SEAT = {
  ...PLUGS,
  composer: [
    ...PLUGS.composer,
    { id: "documents.seat", slot: "above" as const, Component: DocumentSeatPlug },
  ],
};

/** Chat beside a document. It has no address of its own; links open elsewhere. */
function ChatPane({ conversationId, hint, note, children }: ComponentProps<DocumentChatPane>) {
  const outside = useNavigation();
  const path = PLACES.chat(conversationId);
  const navigation: Navigation = {
    path,
    href: outside.href,
    navigate: (wanted, options) => {
      // Its title belongs into the address of a chat, not into this one.
      if (!wanted.includes(`/${conversationId}`)) outside.navigate(wanted, options);
    },
  };
  return (
    <NavigationProvider navigation={navigation}>
      <PlugsProvider value={WITH_SEAT}>
        <ChatPage
          conversationId={conversationId}
          start={
            <EmptyState icon={<MessageCircleQuestion />} title={hint} description={note}>
              {children}
            </EmptyState>
          }
        />
      </PlugsProvider>
    </NavigationProvider>
  );
}
