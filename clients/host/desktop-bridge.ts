/**
 * Interface that a window of the desktop app provides to a server's page, injected before the page's own
 * scripts (`clients/desktop/src-tauri/src/windows.rs`). App and server may have different versions, so this
 * interface must stay compatible.
 */
export interface DesktopBridge {
  readonly version: 1;
  /** The version of the app. */
  readonly app: string;
  /** The large window, or the quick panel. */
  readonly window: "main" | "quick";
  invoke(name: string, wish?: Record<string, unknown>): Promise<unknown>;
}

/** The bridge of this window; null in a browser, or where the app is of another kind than this page knows. */
export function desktopBridge(): DesktopBridge | null {
  const bridge = (globalThis as { ensembleDesktop?: DesktopBridge }).ensembleDesktop;
  return bridge?.version === 1 ? bridge : null;
}
