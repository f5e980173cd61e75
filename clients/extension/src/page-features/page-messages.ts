import type { QuickAction } from "@ensemble/contract/wire";
import type { MemoMessages } from "../memos/messages";
import type { SearchMessages } from "../search-assistant/messages";
import type { TranslationStreams } from "../translation/messages";
import type { WritingMessages, WritingStreams } from "../writing/messages";
import type { PageCall, PageConfig, PageFeatureId } from "./feature";

/**
 * What a script in a page may ask of the background. Kept apart from the panel's table: a page's process may have been
 * taken over, so nothing here hands out a secret or takes an address, and every request is checked before it is answered.
 * A feature adds its own by `interface PageMessages extends MyMessages`.
 */
export interface PageMessages extends MemoMessages, SearchMessages, WritingMessages {
  /** How this page is set up. */
  "page→background: hello"(): PageConfig;
  /** Puts the interface into the frame that asks. */
  "page→background: load interface"(): { loaded: true };
  /** Texts of the areas of `PAGE_TEXT_AREAS`, by `area.key`, in the person's language. */
  "page→background: texts"(): Readonly<Record<string, string>>;
  /** The person has seen what leaves this site, and let it. */
  "page→background: allow sending"(): null;
  /** The person's quick actions for texts that are read, the pinned first. */
  "page→background: actions"(): readonly QuickAction[];
  /** Opens the panel beside this page; in a chat, where one is named. */
  "page→background: open panel"(request: { conversationId: string | null }): { opened: boolean };
  /** Switches a feature off on this site, or everywhere. */
  "page→background: switch off"(request: { feature: PageFeatureId; where: "site" | "everywhere" }): null;
  /** Keeps a choice that is made in the page: one of a feature's options. */
  "page→background: choose"(request: { feature: PageFeatureId; options: Record<string, unknown> }): null;
  /** Opens a page of the extension or the server that the person asked for. */
  "page→background: open settings"(): null;
}

/** What is answered in pieces, on a port. `Piece` of each. */
export interface PageStreams extends TranslationStreams, WritingStreams {
  /** Has the model answer a text, in a chat of its own. Nothing is sent before the site was let. */
  "page→background: answer"(request: AnswerRequest): AnswerPiece;
}

/** A quick action on a text of the page (`actionId`), or a question about it. */
export interface AnswerRequest {
  /** The whole message, as the receipt showed it. */
  message: string;
  /** What the chat is called in the list. */
  title: string;
}

export type AnswerPiece =
  | { kind: "chat"; conversationId: string }
  /** All of the answer so far. */
  | { kind: "text"; text: string }
  | { kind: "done" };

/** What the background tells a page. Nothing comes back. */
export interface ToPage {
  "background→page: call": PageCall;
  /** Something was switched or signed in: ask again how this page is set up. */
  "background→page: changed": null;
}

export type PageMessageName = keyof PageMessages;
export type PageStreamName = keyof PageStreams;
export type PageRequestOf<Name extends PageMessageName> = Parameters<PageMessages[Name]>[0];
export type PageAnswerOf<Name extends PageMessageName> = ReturnType<PageMessages[Name]>;
export type StreamRequestOf<Name extends PageStreamName> = Parameters<PageStreams[Name]>[0];
export type PieceOf<Name extends PageStreamName> = ReturnType<PageStreams[Name]>;

/** Why the background did not do what a page asked. `code` is a problem's of the server, or one of ours. */
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

export type PageReply<Answer> = { answer: Answer } | { refusal: Refusal };
export type StreamReply<Piece> = { piece: Piece } | { refusal: Refusal } | { end: true };

/**
 * Said on the port of a stream when the person stops what it tells; also why it was aborted then. A port that only closes, as
 * with its page, leaves what is kept to go on.
 */
export const STOPPED = "stopped";

/** Ports of streams are named so, with the stream's name behind it. */
export const STREAM_PORT = "page stream ";
