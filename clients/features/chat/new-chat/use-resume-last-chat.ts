import { PLACES } from "@ensemble/blocks/places";
import { useSettings } from "@ensemble/blocks/session-queries";
import { useHost } from "@ensemble/host/HostContext";
import { useNavigation } from "@ensemble/host/navigation";
import { useEffect, useEffectEvent } from "react";
import { draftPlace } from "../chat";
import { useChat } from "../use-chat";
import { chatToResume, lastChatKey, readLastChat } from "./auto-new-chat";

let opened = false;

/** Redirects, once, to a chat left a moment ago when the app is opened without an address. */
export function useResumeLastChat(): void {
  const chat = useChat();
  const { storage } = useHost();
  const { path, navigate } = useNavigation();
  const { auto_new_chat: wanted } = useSettings();
  const resume = useEffectEvent(() => {
    const first = !opened;
    opened = true;
    const last = chatToResume(readLastChat(storage.get(lastChatKey(chat.account))), Date.now());
    const typed = chat.drafts.read(draftPlace(chat.account, null)).trim() !== "";
    if (first && wanted && last && !typed && path.split(/[?#]/)[0] === "/") {
      navigate(PLACES.chat(last), { replace: true });
    }
  });
  useEffect(() => resume(), []);
}
