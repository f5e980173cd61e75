/**
 * Interface that a window of the desktop app provides to a server's page, injected before the page's own
 * scripts (`clients/desktop/src-tauri/src/windows.rs`). App and server may have different versions, so this
 * interface must stay compatible.
 */
export interface DesktopBridge {
  readonly version: 1;
  /** Version of the app. */
  readonly app: string;
  /** Main window or quick panel. */
  readonly window: "main" | "quick";
  invoke(name: string, wish?: Record<string, unknown>): Promise<unknown>;
}

/** Returns the bridge of this window; null in a browser, or for an incompatible app. */
export function desktopBridge(): DesktopBridge | null {
  const bridge = (globalThis as { ensembleDesktop?: DesktopBridge }).ensembleDesktop;
  return bridge?.version === 1 ? bridge : null;
}
