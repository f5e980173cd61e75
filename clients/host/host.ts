/** Small texts kept by key. Reading is synchronous, so that the first paint can use what is stored. */
export interface KeyValueStore {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  keys(): string[];
  /** Hears of keys that another window changed; null: of all. Gives the way to stop. */
  watch?(listener: (key: string | null) => void): () => void;
}

/** With what a page shows its server that its person allowed it, elsewhere, to be signed in. */
export interface SignInProof {
  code: string;
  codeVerifier: string;
  redirectUrl: string;
}

/** Outcome of an external sign-in without a proof. */
export type SignInRefusal = "denied" | "given_up" | "failed";

/** Capabilities of a shell beyond those of any browser tab. One implementation per client. */
export interface Host {
  /** For the device list and the sign-in query only; features ask `can`. */
  readonly client: "web" | "extension" | "desktop" | "mobile";
  readonly can: { readPage: boolean; globalShortcut: boolean; captureScreen: boolean };
  /** Outlives the tab and is shared between tabs. */
  readonly storage: KeyValueStore;
  /** Typed text that must survive a reload; lives as long as the tab does. */
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
  /** Tells the person of something while they look elsewhere, by the system's own notices; absent where push does. */
  notify?(news: { title: string; body: string }): void;
  /** The window is a panel over other programs; absent where it is not. */
  readonly panel?: { close(): void; openInMain(path: string): void };
}
