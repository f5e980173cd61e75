import type { PageSettings } from "./page-features/settings";

/**
 * Every message between the extension's parts.
 *
 * The key says who asks whom; the value is a function type: what is sent, what comes back. A new message starts here, and
 * both ends stop compiling until they agree.
 */
export interface Messages {
  "panel→background: connection"(): Connection;
  /** The server that is asked from now on. Its address has been allowed. */
  "panel→background: use server"(request: { origin: string }): Found;
  /** Opens the page that asks whether the extension may sign in. How it ends is told by `CONNECTION_KEY`. */
  "panel→background: sign in"(request: { deviceName: string }): null;
  "panel→background: sign out"(): null;
  /** The server said that nobody is signed in any more. */
  "panel→background: session ended"(): null;
  "panel→background: log"(): SentLog;
  "panel→background: forget log"(): null;
  /** The sites that a person has let texts of go out. */
  "panel→background: sites"(): readonly string[];
  "panel→background: allow site"(request: { host: string }): null;
  "panel→background: forget site"(request: { host: string }): null;
  /** The server has said that the person's quick actions changed: pages show the new ones. */
  "panel→background: actions changed"(): null;
  /** How the person wants things to look; pages look the same. */
  "panel→background: look"(request: Look): null;
  /** Translates the page of a tab, or shows its original again. Fails where the page is closed to the extension. */
  "panel→background: translate page"(request: { tabId: number }): null;
  /** What the panel of a window was opened for. */
  "panel→background: errand"(request: { windowId: number }): PanelErrand | null;
  "panel→background: page settings"(): PageSettings;
  /** What the person has chosen for pages. The browser has been asked already. */
  "panel→background: change page settings"(request: PageSettings): null;
}

/** How the person wants things to look. */
export interface Look {
  theme: "auto" | "light" | "dark";
  locale: string;
}

/** What the panel is opened for, from a page or a menu. */
export type PanelErrand =
  | { kind: "chat"; conversationId: string }
  | { kind: "settings" }
  | { kind: "read page" }
  /** The extension's button was pressed: a panel that was open by then closes. */
  | { kind: "button"; pressedAt: number };

/** Where the extension is connected to, as the panel may know it: without the secret. */
export interface Connection {
  server: string | null;
  signedIn: boolean;
  /** How the last attempt to sign in ended, where it did not succeed. */
  refusal: "denied" | "failed" | "ended" | null;
}

export type Found = { ok: true; version: string } | { ok: false; reason: "unreachable" | "not_ensemble" };

/** A page of which a text was sent. */
export interface SentPage {
  host: string;
  title: string;
  words: number;
}

/** Something that left this browser. */
export interface SentEntry {
  at: number;
  /** What was asked of the server. */
  path: string;
  bytes: number;
  /** More than one where the same was asked again and again, as while somebody types. */
  requests: number;
  page: SentPage | null;
}

/** What left before the newest lines: one sum for each site, and one for what was of no page. */
export interface SentBefore {
  host: string | null;
  requests: number;
  bytes: number;
}

export interface SentLog {
  /** The newest first. */
  entries: readonly SentEntry[];
  before: readonly SentBefore[];
}

export type MessageName = keyof Messages;
type RequestOf<Name extends MessageName> = Parameters<Messages[Name]>[0];
export type AnswerOf<Name extends MessageName> = ReturnType<Messages[Name]>;
export type Handlers = {
  [Name in MessageName]: (request: RequestOf<Name>) => Promise<AnswerOf<Name>>;
};

/** What goes over the line. */
export interface Envelope {
  name: string;
  request?: unknown;
}

/** spec §7: "Unrecognised events raise "Untrusted event"". */
export const UNTRUSTED_EVENT = "Untrusted event";

/** What one request to the server is, on the port named so. */
export const FETCH_PORT = "panel→background: fetch";

export type FetchAsk = {
  method: string;
  /** With its query; always of the server that is pinned. */
  path: string;
  headers: Record<string, string>;
  /** Base64. */
  body: string | null;
  /** Of which page a text is in it: it stays in this browser, in the list of what was sent. */
  page?: SentPage | null;
};

export type FetchAnswer =
  | { kind: "head"; status: number; headers: Record<string, string> }
  | { kind: "piece"; bytes: string }
  | { kind: "end" }
  | { kind: "failed" };
