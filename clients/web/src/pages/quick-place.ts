/** What a path of the product is in the quick panel; null: it opens in the large window. */
export type QuickPlace = { kind: "new chat" } | { kind: "chat"; id: string };

export function quickPlace(path: string): QuickPlace | null {
  const { pathname } = new URL(path, "https://panel.invalid");
  if (pathname === "/home/chat") return { kind: "new chat" };
  const id = /^\/home\/chat\/[^/]+\/([^/]+)$/.exec(pathname)?.[1];
  return id ? { kind: "chat", id } : null;
}
