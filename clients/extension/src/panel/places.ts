/** Page of the panel for a path of the product; `null`: a page of the web client, which opens in a tab. */
export type Place =
  | { kind: "new chat"; query?: string; shared?: string }
  | { kind: "chat"; id: string; query?: string }
  | { kind: "chats" }
  | { kind: "bots"; id?: string }
  | { kind: "reading"; id: string }
  | { kind: "settings"; panel?: string };

/** Path of the panel's own settings page. It is not an address on the web. */
export const PANEL_SETTINGS = "/panel/settings";

export function placeOf(path: string): Place | null {
  const { pathname, searchParams } = new URL(path, "https://panel.invalid");
  const query = searchParams.get("q") ?? undefined;
  const shared = searchParams.get("shared") ?? undefined;
  if (pathname === "/" || pathname === "/home/chat") return { kind: "new chat", query, shared };
  if (pathname === "/home") return { kind: "chats" };
  if (pathname === PANEL_SETTINGS) return { kind: "settings" };
  const panel = /^\/panel\/settings\/([a-z-]+)$/.exec(pathname)?.[1];
  if (panel) return { kind: "settings", panel };
  const chat = /^\/home\/chat\/[^/]+\/([^/]+)$/.exec(pathname)?.[1];
  if (chat) return { kind: "chat", id: chat, query };
  const reading = /^\/home\/read\/([^/]+)$/.exec(pathname)?.[1];
  if (reading) return { kind: "reading", id: reading };
  if (pathname === "/bots") return { kind: "bots" };
  const bot = /^\/bots\/([^/]+)$/.exec(pathname)?.[1];
  return bot && bot !== "create" ? { kind: "bots", id: bot } : null;
}
