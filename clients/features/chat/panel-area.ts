import type { Area } from "@ensemble/blocks/area/area";
import { firstRoute, route } from "@ensemble/blocks/area/route";
import { PLACES } from "@ensemble/blocks/places";
import type { TextArea } from "@ensemble/i18n/text";
import { File, MessageCircle } from "lucide-react";
import { NewChatScreen } from "./new-chat/NewChatScreen";

export const CHAT_TEXTS: readonly TextArea[] = ["chat", "documents"];

/** The area in the extension's panel. */
export const area = {
  name: "chat",
  texts: CHAT_TEXTS,
  routes: [
    firstRoute("/", NewChatScreen, { search: ["q", "shared"], list: "chat", texts: ["start"] }),
    firstRoute("/home/chat", NewChatScreen, { search: ["q", "shared"], list: "chat", texts: ["start"] }),
    route(
      "/home/chat/$name/$uid",
      () => import("./ConversationScreen").then((file) => file.ConversationScreen),
      {
        search: ["q"],
        list: "chat",
        immersive: true,
      },
    ),
  ],
  references: [
    {
      kind: "file",
      label: "file",
      icon: File,
      path: null,
      palette: { heading: { mentions: "file" }, order: 70 },
    },
    { kind: "chat", label: "conversation", icon: MessageCircle, path: (id) => PLACES.chat(id) },
  ],
  // The text must be changed before it can be sent.
  problemHelp: { "chat.text_too_long": [], "chat.text_empty": [] },
} satisfies Area;
