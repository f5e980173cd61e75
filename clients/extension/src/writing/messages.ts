import type { GrammarReport } from "@ensemble/contract/wire";
import type { AnswerPiece } from "../page-features/page-messages";

/** Messages that the writing helper in a page can send to the background. */
export interface WritingMessages {
  /** Returns true in `hasModel` if a model other than the built-in engine can write. */
  "page→background: can write"(): { hasModel: boolean };
  /** Has the grammar of a text checked, for which no model is needed. */
  "page→background: check grammar"(request: { text: string }): GrammarReport;
}

export interface WritingStreams {
  /** Has a model write, in a chat that is kept nowhere. `message`: all of it, as the receipt showed it. */
  "page→background: write"(request: { message: string }): AnswerPiece;
}
