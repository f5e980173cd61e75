/** State and functions of the app for its own page (`src-tauri/src/commands.rs`). */
export interface AppState {
  version: string;
  servers: Server[];
  current: string | null;
  can_serve: boolean;
  shortcut: string;
  start_at_login: boolean;
  has_tray: boolean;
  /** Newest server version if it is newer than the app's. */
  newer: string | null;
  /** True if the app just started and should open its server. Reported once. */
  opening: boolean;
}

export interface Server {
  id: string;
  origin: string;
  /** True if it is run by this app on this computer. */
  local: boolean;
}

export const REFUSALS = ["address", "unreachable", "not_ensemble", "local_failed", "failed"] as const;
export type Refusal = (typeof REFUSALS)[number];

/**
 * Native side of the app. Calls that open a server end with this page gone; errors are thrown as their code.
 */
export interface Native {
  readState(): Promise<AppState>;
  addServer(address: string): Promise<void>;
  openServer(id: string, unasked: boolean): Promise<void>;
  openThisComputer(): Promise<void>;
  removeServer(id: string): Promise<AppState>;
  changeSettings(change: { shortcut?: string; startAtLogin?: boolean }): Promise<AppState>;
}

interface Internals {
  invoke(name: string, wish: Record<string, unknown>): Promise<unknown>;
}

const call = <Answer>(name: string, wish: Record<string, unknown> = {}) =>
  (globalThis as unknown as { __TAURI_INTERNALS__: Internals }).__TAURI_INTERNALS__.invoke(
    name,
    wish,
  ) as Promise<Answer>;

export const native: Native = {
  readState: () => call("read_state"),
  addServer: (address) => call("add_server", { address }),
  openServer: (id, unasked) => call("open_server", { id, unasked }),
  openThisComputer: () => call("use_this_computer"),
  removeServer: (id) => call("remove_server", { id }),
  changeSettings: (change) => call("change_settings", change),
};

export const refusalOf = (error: unknown): Refusal =>
  REFUSALS.find((refusal) => refusal === error) ?? "failed";
