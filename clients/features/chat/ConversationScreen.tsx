import { ChatPage } from "./ChatPage";

/** The conversation of the address. */
export const ConversationScreen = ({ uid, q }: { uid: string; q?: string }) => (
  <ChatPage conversationId={uid} query={q} />
);
