import { useShell } from "@ensemble/blocks/area/shell";
import { MoreComposerPlugs } from "@ensemble/blocks/composer-plugs";
import { PLACES } from "@ensemble/blocks/places";
import { type Navigation, NavigationProvider, useNavigation } from "@ensemble/host/navigation";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { MessageCircleQuestion } from "lucide-react";
import type { ComponentProps } from "react";
import { CollectionPage } from "./CollectionPage";
import type { DocumentChatPane } from "./chat/ChatBeside";
import { DocumentSeatPlug } from "./chat/document-seat";
import { DocumentPage } from "./DocumentPage";
import { LibraryPage } from "./LibraryPage";

/** Spec §2: /webapp/doc-chat (optional doc_id). Without one, lists all documents. */
export function DocumentScreen({
  doc_id: id,
  page,
  q,
  highlight = null,
  collection,
}: {
  doc_id?: string;
  /** Page that is shown first. */
  page?: string;
  q?: string;
  highlight?: string | null;
  /** Documents that are asked about together. */
  collection?: string;
}) {
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

const SEAT = [{ id: "documents.seat", slot: "above" as const, Component: DocumentSeatPlug }];

/** Chat beside a document. It has no address of its own; links open elsewhere. */
function ChatPane({ conversationId, hint, note, children }: ComponentProps<DocumentChatPane>) {
  const { Conversation } = useShell();
  const outside = useNavigation();
  const navigation: Navigation = {
    path: PLACES.chat(conversationId),
    href: outside.href,
    navigate: (wanted, options) => {
      // Its title belongs in the address of a chat, not in this one.
      if (!wanted.includes(`/${conversationId}`)) outside.navigate(wanted, options);
    },
  };
  return (
    <NavigationProvider navigation={navigation}>
      <MoreComposerPlugs plugs={SEAT}>
        <Conversation
          conversationId={conversationId}
          start={
            <EmptyState icon={<MessageCircleQuestion />} title={hint} description={note}>
              {children}
            </EmptyState>
          }
        />
      </MoreComposerPlugs>
    </NavigationProvider>
  );
}
