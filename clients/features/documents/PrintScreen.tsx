import { useNavigation } from "@ensemble/host/navigation";
import { useEffect } from "react";
import { DOCUMENT_PLACES } from "./places";
import { PrintPage } from "./print/PrintPage";

/** Spec §2: /webapp/doc-print. */
export function PrintScreen({
  doc_id: id,
  collection,
  chat_id: chatId,
}: {
  doc_id?: string;
  collection?: string;
  /** Conversation that is printed. */
  chat_id?: string;
}) {
  // Of a collection only a chat can be printed.
  if (collection && chatId)
    return <PrintPage subject={{ kind: "collection", id: collection }} chatId={chatId} />;
  if (id) return <PrintPage subject={{ kind: "library", id }} chatId={chatId ?? null} />;
  return <ToDocuments />;
}

function ToDocuments() {
  const { navigate } = useNavigation();
  useEffect(() => navigate(DOCUMENT_PLACES.all), [navigate]);
  return null;
}
