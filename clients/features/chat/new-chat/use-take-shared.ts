import { PLACES } from "@ensemble/blocks/places";
import { useNavigation } from "@ensemble/host/navigation";
import { useEffect } from "react";
import { draftPlace } from "../chat";
import { useChat } from "../use-chat";

/** Ids in progress, so that a page rendered twice takes them once. */
const taking = new Set<string>();

/** Adds content shared by another app to the composer of a new conversation. */
export function useTakeShared(id: string | undefined): void {
  const chat = useChat();
  const { navigate } = useNavigation();
  useEffect(() => {
    if (!id || taking.has(id)) return;
    taking.add(id);
    const take = async () => {
      const { takeShared } = await import("./take-shared");
      await takeShared(id, draftPlace(chat.account, null), chat);
      navigate(PLACES.newChat, { replace: true });
    };
    // Anything not taken stays stored, and is taken after a reload.
    void take()
      .catch(() => undefined)
      .finally(() => taking.delete(id));
  }, [id, chat, navigate]);
}
