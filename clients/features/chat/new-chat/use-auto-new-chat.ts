import { PLACES } from "@ensemble/blocks/places";
import { useSettings } from "@ensemble/blocks/session-queries";
import { useHost } from "@ensemble/host/HostContext";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useEffect, useEffectEvent, useRef } from "react";
import { draftPlace } from "../chat";
import { useChat } from "../use-chat";
import { isPauseOver, lastChatKey, readLastChat } from "./auto-new-chat";

const SIGNS_OF_LIFE = ["keydown", "pointerdown", "pointermove", "wheel", "scroll"] as const;
/** Minimum interval between stored activity times. */
const STORE_EVERY_MS = 5_000;

/**
 * Opens a new chat on return after a long enough pause, if the person enabled that. With unsent text, or
 * while something is streaming or queued, the conversation stays open; an action in the toast leads back.
 */
export function useAutoNewChat(conversationId: string, busy: boolean): void {
  const text = useText("chat");
  const chat = useChat();
  const { storage } = useHost();
  const { navigate } = useNavigation();
  const { auto_new_chat: wanted } = useSettings();
  const lastActive = useRef(Date.now());

  const note = useEffectEvent(() => {
    const now = Date.now();
    const before = readLastChat(storage.get(lastChatKey(chat.account)));
    lastActive.current = now;
    if (before?.conversationId === conversationId && now - before.at < STORE_EVERY_MS) return;
    storage.set(lastChatKey(chat.account), JSON.stringify({ conversationId, at: now }));
  });
  const comeBack = useEffectEvent(() => {
    const unsent = chat.drafts.read(draftPlace(chat.account, conversationId)).trim() !== "";
    if (document.visibilityState !== "visible") return;
    if (!isPauseOver(lastActive.current, Date.now()) || unsent || busy) {
      note();
      return;
    }
    lastActive.current = Date.now();
    navigate(PLACES.newChat);
    showToast({
      title: text("auto_new_chat_started"),
      action: { label: text("go_back"), onPress: () => navigate(PLACES.chat(conversationId)) },
    });
  });

  useEffect(() => {
    if (!wanted) return;
    note();
    const live = () => (isPauseOver(lastActive.current, Date.now()) ? comeBack() : note());
    const options = { passive: true, capture: true };
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, live, options);
    document.addEventListener("visibilitychange", comeBack);
    return () => {
      for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, live, options);
      document.removeEventListener("visibilitychange", comeBack);
    };
  }, [wanted]);
}
