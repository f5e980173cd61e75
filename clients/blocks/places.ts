/** Link targets of blocks. The shell's routes have the same paths (spec §2: /home/chat/{name}/{uid}). */
export const PLACES = {
  chat: (conversationId: string, messageId?: string | null, title?: string) =>
    `/home/chat/${nameInAddress(title)}/${conversationId}${messageId ? `#${messageId}` : ""}`,
  trash: "/home/chat/trash",
  newChat: "/home/chat",
  bots: "/bots",
  newBot: "/bots/create",
  bot: (botId: string) => `/bots/${botId}`,
  editBot: (botId: string) => `/bots/${botId}/edit`,
  searches: "/home/search",
  search: (searchId: string) => `/home/search/${searchId}`,
  readings: "/home/read",
  reading: (readingId: string) => `/home/read/${readingId}`,
  documents: "/webapp/doc-chat",
  /** Path of a document, opened at a page if given. */
  document: (documentId: string, page?: number | null) =>
    `/webapp/doc-chat?doc_id=${documentId}${page ? `&page=${page}` : ""}`,
  collection: (collectionId: string) => `/webapp/doc-chat?collection=${collectionId}`,
  memos: "/home/memo",
  /** Path of a memo, at a passage if given. */
  memo: (memoId: string, passage?: string) => atPassage(`/home/memo/${memoId}`, passage),
  /** Adds a passage to a path. */
  passage: atPassage,
  quickActions: "/settings/quick-actions",
  connections: "/settings/models",
  searchEngines: "/settings/search",
  tools: "/settings/tools",
  usage: "/settings/usage",
  pricing: "/pricing",
  education: "/education-pricing",
  subscription: "/subscription",
  credits: "/credits",
  orders: "/billing",
  team: "/team",
  teamMembers: "/team/members",
  teamUsage: "/team/usage",
  teamBilling: "/team/billing",
  teamSettings: "/team/settings",
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
