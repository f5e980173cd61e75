import type { Subject } from "../document-queries";

const about = ({ kind, id }: Subject) => (kind === "collection" ? `collection=${id}` : `doc_id=${id}`);

/** Spec §2: /webapp/doc-print. Returns the print address of a chat about documents. */
export const printedChat = (subject: Subject, conversationId: string): string =>
  `/webapp/doc-print?${about(subject)}&chat_id=${conversationId}`;

/** Returns the print address of a document's highlights. */
export const printedHighlights = (documentId: string): string =>
  `/webapp/doc-print?${about({ kind: "library", id: documentId })}`;
