import type { ConversationDetail, Message, MessageOutline } from "@ensemble/contract/wire";

/** Conversation with the positions of all messages, and the loaded ones in full. */
export interface Thread extends Omit<ConversationDetail, "outline"> {
  /** Time of the offline copy, while the server is unreachable. */
  kept_at?: string;
}

/** Message with a known position that is not loaded yet. */
export interface OutlinedMessage extends Message {
  /** Approximate number of characters. */
  length: number;
}

export const isOutlined = (message: Message): message is OutlinedMessage => "length" in message;

/** Combines a conversation from the server with the messages that are already loaded in full. */
export function threadOf(
  { outline, ...detail }: ConversationDetail,
  before: readonly Message[] = [],
): Thread {
  const sent = new Map(detail.messages.map((message) => [message.id, message]));
  const known = new Map(before.map((message) => [message.id, message]));
  const { id } = detail.conversation;
  return {
    ...detail,
    messages: outline.map(
      (place) => sent.get(place.id) ?? stillTrue(known.get(place.id), place) ?? outlined(place, id),
    ),
  };
}

/** Returns a loaded message if it is still current: but for their ratings, messages change only while streaming. */
const stillTrue = (known: Message | undefined, { state }: MessageOutline) =>
  known?.state === state && state !== "running" ? known : undefined;

const outlined = ({ length, ...place }: MessageOutline, conversationId: string): OutlinedMessage => ({
  ...place,
  length,
  conversation_id: conversationId,
  parts: [],
  model: null,
  model_name: null,
  run_id: null,
  problem: null,
  receipt: null,
  bot_id: null,
  created_at: "",
});

/** Inserts loaded messages into a thread. */
export function withWhole(thread: Thread, whole: readonly Message[]): Thread {
  const read = new Map(whole.map((message) => [message.id, message]));
  return {
    ...thread,
    messages: thread.messages.map((message) =>
      isOutlined(message) ? (read.get(message.id) ?? message) : message,
    ),
  };
}
