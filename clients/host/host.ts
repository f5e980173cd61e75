/** Synchronous key-value storage for small texts, so that the first paint can use them. */
export interface KeyValueStore {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  keys(): string[];
  /** Subscribes to keys changed by another window; null: all keys. Returns the unsubscribe function. */
  watch?(listener: (key: string | null) => void): () => void;
}

/** Proof with which a page completes an external sign-in at its server. */
export interface SignInProof {
  code: string;
  codeVerifier: string;
  redirectUrl: string;
}

/** Outcome of an external sign-in without a proof. */
export type SignInRefusal = "denied" | "given_up" | "failed";

/** Capabilities of a shell beyond those of any browser tab. One implementation per client. */
export interface Host {
  /** Name for the device list and the sign-in query only; features ask `can`. */
  readonly client: "web" | "extension" | "desktop" | "mobile";
  readonly can: { readPage: boolean; globalShortcut: boolean; captureScreen: boolean };
  /** Storage shared between tabs that outlives them. */
  readonly storage: KeyValueStore;
  /** Storage for typed text, which survives a reload and lasts as long as the tab. */
  readonly drafts: KeyValueStore;
  /** Address of the server before a path: without its origin if the page comes from it. */
  readonly serverOrigin: string;
  /** Switches the shell to another language; null: the system's. */
  changeLanguage(locale: string | null): void;
  openExternal(url: string): Promise<void>;
  copyText(text: string): Promise<void>;
  saveFile(name: string, content: Blob): Promise<void>;
  /** Signs in through the system's browser, where passkeys and other accounts are; absent in a browser. */
  signInOutside?(): Promise<SignInProof | SignInRefusal>;
  /** Shows a system notification; absent where push messages do that. */
  notify?(news: { title: string; body: string }): void;
  /** Controls of a panel window over other programs; absent elsewhere. */
  readonly panel?: { close(): void; openInMain(path: string): void };
}
