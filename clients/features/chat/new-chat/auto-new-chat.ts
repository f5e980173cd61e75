import { AUTO_NEW_CHAT_MINUTES } from "@ensemble/contract/generated/limits/chat";

/** Last visited conversation and the time of its last activity. */
export interface LastChat {
  conversationId: string;
  at: number;
}

const PAUSE_MS = AUTO_NEW_CHAT_MINUTES * 60_000;

/** Returns true if the pause is long enough for the next message to start a new chat. */
export const isPauseOver = (lastActiveAt: number, now: number): boolean => now - lastActiveAt >= PAUSE_MS;

/** Returns the chat to resume when the app reopens; null: a new one. */
export function chatToResume(last: LastChat | null, now: number): string | null {
  return last && !isPauseOver(last.at, now) ? last.conversationId : null;
}

export const lastChatKey = (account: string) => `chat/last/${account}`;

export function readLastChat(stored: string | null): LastChat | null {
  try {
    const last: unknown = JSON.parse(stored ?? "null");
    return isLastChat(last) ? last : null;
  } catch {
    return null;
  }
}

const isLastChat = (value: unknown): value is LastChat =>
  typeof value === "object" &&
  value !== null &&
  typeof (value as LastChat).conversationId === "string" &&
  typeof (value as LastChat).at === "number";
