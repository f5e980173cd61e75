import type { PageSettings } from "./page-features/settings";

/**
 * Messages between the extension's parts.
 *
 * The key names sender and receiver; the value is a function type with request and response. A new message
 * starts here, and both ends fail to compile until they agree.
 */
export interface Messages {
  "panel→background: connection"(): Connection;
  /** Connects to a server, whose address has been permitted. */
  "panel→background: use server"(request: { addresses: readonly string[] }): Found;
  /** Opens the authorization page. `CONNECTION_KEY` reports the outcome. */
  "panel→background: sign in"(request: { deviceName: string }): null;
  "panel→background: sign out"(): null;
  /** Reports that the server has ended the session. */
  "panel→background: session ended"(): null;
  "panel→background: log"(): SentLog;
  "panel→background: forget log"(): null;
  /** Returns the sites approved for sending text. */
  "panel→background: sites"(): readonly string[];
  "panel→background: allow site"(request: { host: string; isPrivate: boolean }): null;
  "panel→background: forget site"(request: { host: string }): null;
  /** Reports that quick actions or PowerUPs changed; pages and menus reload them. */
  "panel→background: actions changed"(): null;
  /** Sets the appearance, also in web pages. */
  "panel→background: look"(request: Look): null;
  /** Translates the page of a tab, or shows its original. Rejects if the page is closed to the extension. */
  "panel→background: translate page"(request: { tabId: number }): null;
  /** Returns the task that the panel of a window was opened for. */
  "panel→background: errand"(request: { windowId: number }): PanelErrand | null;
  "panel→background: page settings"(): PageSettings;
  /** Changes the page settings. The browser's permission has been requested already. */
  "panel→background: change page settings"(request: PageSettings): null;
}

/** A person's appearance settings. */
export interface Look {
  theme: "auto" | "light" | "dark";
  locale: string;
}

/** Task that the panel is opened for, from a page or a menu. */
export type PanelErrand =
  | { kind: "chat"; conversationId: string }
  | { kind: "settings" }
  | { kind: "read page" }
  /** `id`: null for the list of PowerUPs. */
  | { kind: "powerup"; id: string | null }
  /** Reports a click on the extension's button: a panel that was already open closes. */
  | { kind: "button"; pressedAt: number };

/** Connection to a server as the panel may know it: without the secret. */
export interface Connection {
  server: string | null;
  signedIn: boolean;
  /** Outcome of the last sign-in attempt if it failed. */
  refusal: "denied" | "failed" | "ended" | null;
}

export type Found = { ok: true; version: string } | { ok: false; reason: "unreachable" | "not_ensemble" };

/** Page whose text was sent. */
export interface SentPage {
  host: string;
  title: string;
  words: number;
  /** True if it is in a private window, of which the log says nothing. */
  isPrivate?: boolean;
}

/** Logged request. */
export interface SentEntry {
  at: number;
  /** Requested path. */
  path: string;
  bytes: number;
  /** Number of requests; above one for repeated ones, such as while typing. */
  requests: number;
  page: SentPage | null;
}

/** Totals of older log entries: one per site, and one for requests without a page. */
export interface SentBefore {
  host: string | null;
  requests: number;
  bytes: number;
}

export interface SentLog {
  /** Entries, newest first. */
  entries: readonly SentEntry[];
  before: readonly SentBefore[];
}

export type MessageName = keyof Messages;
type RequestOf<Name extends MessageName> = Parameters<Messages[Name]>[0];
export type AnswerOf<Name extends MessageName> = ReturnType<Messages[Name]>;
export type Handlers = {
  [Name in MessageName]: (request: RequestOf<Name>) => Promise<AnswerOf<Name>>;
};

/** Message as sent to the background. */
export interface Envelope {
  name: string;
  request?: unknown;
}

/** spec §7: "Unrecognised events raise "Untrusted event"". */
export const UNTRUSTED_EVENT = "Untrusted event";

/** Name of the port that carries one request to the server. */
export const FETCH_PORT = "panel→background: fetch";

export type FetchAsk = {
  method: string;
  /** Path with query on the connected server. */
  path: string;
  headers: Record<string, string>;
  /** Base64. */
  body: string | null;
  /** Page whose text the request contains; stored only in this browser's request log. */
  page?: SentPage | null;
};

export type FetchAnswer =
  | { kind: "head"; status: number; headers: Record<string, string> }
  | { kind: "piece"; bytes: string }
  | { kind: "end" }
  | { kind: "failed" };
