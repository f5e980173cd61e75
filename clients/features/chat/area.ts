import type { Area } from "@ensemble/blocks/area/area";
import { firstRoute, route } from "@ensemble/blocks/area/route";
import { PLACES } from "@ensemble/blocks/places";
import { MessageCircle, Square, TextCursorInput } from "lucide-react";
import { NewChatScreen } from "./new-chat/NewChatScreen";
import { CHAT_TEXTS, area as inPanel } from "./panel-area";

export const area: Area = {
  ...inPanel,
  routes: [
    ...inPanel.routes,
    firstRoute("/home", NewChatScreen, {
      search: ["q", "shared"],
      list: "chat",
      listFirst: true,
      texts: ["start"],
    }),
    route("/home/chat/trash", () => import("./TrashPage").then((file) => file.TrashPage), {
      list: "chat",
      texts: ["trash", ...CHAT_TEXTS],
    }),
    route(
      "/settings/chat",
      () => import("./settings/ChatSettingsPanel").then((file) => file.ChatSettingsPanel),
      {
        layout: "settings",
        texts: ["chat"],
      },
    ),
    route("/quick", () => import("./quick/QuickScreen").then((file) => file.QuickScreen), {
      layout: "bare",
      texts: ["desktop", ...CHAT_TEXTS],
    }),
  ],
  navigation: {
    key: "chat",
    group: "main",
    to: "/home/chat",
    label: "chat",
    icon: MessageCircle,
    order: 10,
    simple: true,
  },
  commands: [
    { name: "chat.focus_composer", keys: "shift+escape", icon: TextCursorInput },
    { name: "chat.stop", keys: "mod+shift+s", icon: Square },
    { name: "chat.copy_answer", keys: "mod+shift+c" },
    { name: "chat.choose_model", keys: "mod+shift+m" },
  ],
  panels: () => import("./panels").then((file) => file.PANELS),
  conversation: () => import("./ChatPage").then((file) => file.ChatPage),
  sharedPages: {
    chat: {
      content: () => import("./shared/SharedChatView").then((file) => file.SharedChatView),
      copy: { path: (id) => PLACES.chat(id), refetch: "conversations" },
    },
  },
};
