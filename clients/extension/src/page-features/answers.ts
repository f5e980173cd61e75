/** A part of a streamed answer. */
export type AnswerPiece =
  | { kind: "chat"; conversationId: string }
  /** Complete answer so far. */
  | { kind: "text"; text: string }
  | { kind: "done" };

/**
 * Reason why the background refused a page's request. `code` is a problem code of the server, or one of ours.
 */
export interface Refusal {
  code:
    | "untrusted"
    | "receipt_needed"
    | "signed_out"
    | "unreachable"
    | "too_often"
    | "failed"
    | (string & {});
  text: string;
}
