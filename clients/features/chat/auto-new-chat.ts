import { AUTO_NEW_CHAT_MINUTES } from "@ensemble/contract/limits/chat";

/** Where somebody was last, and when something last happened there. */
export interface LastChat {
  conversationId: string;
  at: number;
}

const PAUSE_MS = AUTO_NEW_CHAT_MINUTES * 60_000;

/** Whether so much time has passed that what is said next begins a new chat. */
export const isPauseOver = (lastActiveAt: number, now: number): boolean => now - lastActiveAt >= PAUSE_MS;

/** The chat that an app that was opened again goes on with; null: a new one. */
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
