/** Where blocks lead to. The shell's table of routes has the same paths (spec §2: /home/chat/{name}/{uid}). */
export const PLACES = {
  chat: (conversationId: string, messageId?: string | null) =>
    `/home/chat/chat/${conversationId}${messageId ? `#${messageId}` : ""}`,
  newChat: "/home/chat",
  connections: "/settings/models",
  usage: "/settings/usage",
  signIn: "/login",
} as const;
