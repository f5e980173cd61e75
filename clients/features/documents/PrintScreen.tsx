import { PLACES } from "@ensemble/blocks/places";
import { useNavigation } from "@ensemble/host/navigation";
import { useEffect } from "react";
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
  useEffect(() => navigate(PLACES.documents), [navigate]);
  return null;
}
