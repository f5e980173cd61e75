/** Page of the quick panel for a path of the product; null: it opens in the main window. */
export type QuickPlace = { kind: "new chat" } | { kind: "chat"; id: string };

export function quickPlace(path: string): QuickPlace | null {
  const { pathname } = new URL(path, "https://panel.invalid");
  if (pathname === "/home/chat") return { kind: "new chat" };
  const id = /^\/home\/chat\/[^/]+\/([^/]+)$/.exec(pathname)?.[1];
  return id ? { kind: "chat", id } : null;
}
