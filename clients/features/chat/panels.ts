import type { SettingsPanel } from "@ensemble/blocks/area/area";
import { MessageCircle } from "lucide-react";

export const PANELS: readonly SettingsPanel[] = [
  {
    to: "/settings/chat",
    group: "assistant",
    label: "panel.chat",
    icon: MessageCircle,
    order: 30,
    holds: ["context", "scroll", "reply_language"],
  },
];
