import { PLACES } from "@ensemble/blocks/places";
import { PrintPage } from "@ensemble/feature-documents/print/PrintPage";
import { Navigate, useSearch } from "@tanstack/react-router";

/** Spec §2: /webapp/doc-print. */
export function PrintScreen() {
  const {
    doc_id: id,
    collection,
    chat_id: chatId,
  } = useSearch({ strict: false }) as { doc_id?: string; collection?: string; chat_id?: string };
  // Of a collection only a chat is printed.
  if (collection && chatId)
    return <PrintPage subject={{ kind: "collection", id: collection }} chatId={chatId} />;
  if (id) return <PrintPage subject={{ kind: "library", id }} chatId={chatId ?? null} />;
  return <Navigate to={PLACES.documents} />;
}
