import type { GrammarReport } from "@ensemble/contract/wire";
import type { AnswerPiece } from "../page-features/answers";

/** Messages that the writing helper in a page can send to the background. */
export interface WritingMessages {
  /** Returns true in `hasModel` if a model other than the built-in engine can write. */
  "page→background: can write"(): { hasModel: boolean };
  /** Checks the grammar of a text; no model is needed. */
  "page→background: check grammar"(request: { text: string }): GrammarReport;
}

export interface WritingStreams {
  /** Writes with a model in a temporary chat. `message`: complete message as shown in the receipt. */
  "page→background: write"(request: { message: string }): AnswerPiece;
}
