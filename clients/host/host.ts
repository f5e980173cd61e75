/** Small texts kept by key. Reading is synchronous, so that the first paint can use what is stored. */
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
  /** Outlives the tab and is shared between tabs. */
  readonly storage: KeyValueStore;
  /** Storage for typed text, which survives a reload and lasts as long as the tab. */
  readonly drafts: KeyValueStore;
  /** Origin of the server, "" when the page comes from it. */
  readonly serverOrigin: string;
  /** The shell shows itself in another language; null leaves the choice to the system. */
  changeLanguage(locale: string | null): void;
  openExternal(url: string): Promise<void>;
  copyText(text: string): Promise<void>;
  saveFile(name: string, content: Blob): Promise<void>;
  /** Signs in through the system's browser, where passkeys and other accounts are; absent where the page is in it. */
  signInOutside?(): Promise<SignInProof | SignInRefusal>;
  /** Shows a system notification; absent where push messages do that. */
  notify?(news: { title: string; body: string }): void;
  /** The window is a panel over other programs; absent where it is not. */
  readonly panel?: { close(): void; openInMain(path: string): void };
}
