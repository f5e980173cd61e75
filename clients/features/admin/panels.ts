import type { SettingsPanel } from "@ensemble/blocks/area/area";
import { Construction, HandCoins, Inbox, Server, Users } from "lucide-react";

export const PANELS: readonly SettingsPanel[] = [
  { to: "/settings/users", label: "panel.users", icon: Users, order: 210, holds: ["suspend"] },
  { to: "/settings/grants", label: "panel.grants", icon: HandCoins, order: 220, holds: ["give_credits"] },
  { to: "/settings/notice", label: "panel.notice", icon: Construction, order: 230, holds: ["close_server"] },
  { to: "/settings/outbox", label: "panel.outbox", icon: Inbox, order: 320, holds: ["mails"] },
  {
    to: "/settings/server",
    label: "panel.server",
    icon: Server,
    order: 330,
    holds: ["version", "audit_log"],
  },
];
