/**
 * Link targets of blocks and of several areas. Paths that one area alone links to are in the area. The shell's
 * routes have the same paths (spec §2: /home/chat/{name}/{uid}).
 */
export const PLACES = {
  chat: (conversationId: string, messageId?: string | null, title?: string) =>
    `/home/chat/${nameInAddress(title)}/${conversationId}${messageId ? `#${messageId}` : ""}`,
  newChat: "/home/chat",
  bot: (botId: string) => `/bots/${botId}`,
  search: (searchId: string) => `/home/search/${searchId}`,
  readings: "/home/read",
  reading: (readingId: string) => `/home/read/${readingId}`,
  /** Path of a document, opened at a page if given. */
  document: (documentId: string, page?: number | null) =>
    `/webapp/doc-chat?doc_id=${documentId}${page ? `&page=${page}` : ""}`,
  memos: "/home/memo",
  /** Path of a memo, at a passage if given. */
  memo: (memoId: string, passage?: string) => atPassage(`/home/memo/${memoId}`, passage),
  /** Adds a passage to a path. */
  passage: atPassage,
  /** Path of the image editor with a file to begin with. */
  imageEditor: (fileId: string) => `/home/image/edit/new?file=${fileId}`,
  /** Path of the image tools, with a file that the chosen one begins with. */
  imageTools: (fileId: string) => `/image-tools?file=${fileId}`,
  quickActions: "/settings/quick-actions",
  connections: "/settings/models",
  usage: "/settings/usage",
  pricing: "/pricing",
  subscription: "/subscription",
  credits: "/credits",
  orders: "/billing",
  team: "/team",
  teamUsage: "/team/usage",
  teamBilling: "/team/billing",
  signIn: "/login",
} as const;

function atPassage(path: string, passage?: string): string {
  return passage ? `${path}${path.includes("?") ? "&" : "?"}q=${encodeURIComponent(passage)}` : path;
}

/** Maximum length of a name in an address. */
const NAME_MAX_CHARS = 60;

/** Converts a title for an address (spec §2: name lowercased with spaces turned to dashes). */
export function nameInAddress(title = ""): string {
  const plain = title.toLowerCase().replace(/[\p{Cc}"'#%/<>?[\\\]^`{|}…]/gu, " ");
  const name = [...plain.trim().replace(/[\s-]+/g, "-")].slice(0, NAME_MAX_CHARS).join("");
  return encodeURIComponent(name.replace(/^[-.]+|-+$/g, "")) || "chat";
}
