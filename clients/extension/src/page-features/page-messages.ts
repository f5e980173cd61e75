import type { QuickAction } from "@ensemble/contract/wire";
import type { MemoMessages } from "../memos/messages";
import type { PowerupMessages } from "../powerups/messages";
import type { SearchMessages } from "../search-assistant/messages";
import type { TranslationMessages, TranslationStreams } from "../translation/messages";
import type { WritingMessages, WritingStreams } from "../writing/messages";
import type { AnswerPiece, Refusal } from "./answers";
import type { PageCall, PageConfig, PageFeatureId } from "./feature";

export type { AnswerPiece, Refusal } from "./answers";

/**
 * Messages that a script in a page can send to the background. Separate from the panel's messages, because a
 * page's process may be compromised: nothing here returns a secret or takes an address, and every request is
 * validated. A feature adds its own with `interface PageMessages extends MyMessages`.
 */
export interface PageMessages
  extends MemoMessages,
    PowerupMessages,
    SearchMessages,
    TranslationMessages,
    WritingMessages {
  /** Returns the configuration of this page. */
  "page→background: hello"(): PageConfig;
  /** Injects the interface into the requesting frame. */
  "page→background: load interface"(): { loaded: true };
  /** Returns the texts of `PAGE_TEXT_AREAS` by `area.key` in the person's language. */
  "page→background: texts"(): Readonly<Record<string, string>>;
  /** Records that the person approved sending from this site. */
  "page→background: allow sending"(): null;
  /** Returns the person's quick actions for page text, pinned first. */
  "page→background: actions"(): readonly QuickAction[];
  /** Opens the panel beside this page, at a chat if one is given. */
  "page→background: open panel"(request: { conversationId: string | null }): { opened: boolean };
  /** Switches a feature off on this site, or everywhere. */
  "page→background: switch off"(request: { feature: PageFeatureId; where: "site" | "everywhere" }): null;
  /** Stores options of a feature that were chosen in the page. */
  "page→background: choose"(request: { feature: PageFeatureId; options: Record<string, unknown> }): null;
  /** Opens a page of the extension or the server on request. */
  "page→background: open settings"(): null;
}

/** Messages that are answered as a stream on a port, each with its `Piece`. */
export interface PageStreams extends TranslationStreams, WritingStreams {
  /** Answers a text with the model in a new chat. Nothing is sent before the site was approved. */
  "page→background: answer"(request: AnswerRequest): AnswerPiece;
}

/** Quick action on a text of the page (`actionId`), or a question about it. */
export interface AnswerRequest {
  /** Complete message as shown in the receipt. */
  message: string;
  /** Title of the chat in the list. */
  title: string;
}

/** Messages from the background to a page, without a response. */
export interface ToPage {
  "background→page: call": PageCall;
  /** Sent when settings or the session changed: request the configuration again. */
  "background→page: changed": null;
}

export type PageMessageName = keyof PageMessages;
export type PageStreamName = keyof PageStreams;
export type PageRequestOf<Name extends PageMessageName> = Parameters<PageMessages[Name]>[0];
export type PageAnswerOf<Name extends PageMessageName> = ReturnType<PageMessages[Name]>;
export type StreamRequestOf<Name extends PageStreamName> = Parameters<PageStreams[Name]>[0];
export type PieceOf<Name extends PageStreamName> = ReturnType<PageStreams[Name]>;

export type PageReply<Answer> = { answer: Answer } | { refusal: Refusal };
export type StreamReply<Piece> = { piece: Piece } | { refusal: Refusal } | { end: true };

/**
 * Message on a stream's port when the person stops it, and the abort reason in that case. A port that merely
 * closes with its page lets a kept chat continue.
 */
export const STOPPED = "stopped";

/** Prefix of stream ports, followed by the stream's name. */
export const STREAM_PORT = "page stream ";
