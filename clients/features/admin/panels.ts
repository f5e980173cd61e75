import type { SettingsPanel } from "@ensemble/blocks/area/area";
import { Construction, HandCoins, Inbox, Server, SlidersHorizontal, Stethoscope, Users } from "lucide-react";
import { SETTING_NAMES } from "./configuration/setting-keys";

export const PANELS: readonly SettingsPanel[] = [
  {
    to: "/settings/users",
    group: "people",
    label: "panel.users",
    icon: Users,
    order: 210,
    holds: ["suspend", "invite_person", "add_person", "delete_person"],
  },
  {
    to: "/settings/grants",
    group: "people",
    label: "panel.grants",
    icon: HandCoins,
    order: 220,
    holds: ["give_credits"],
  },
  {
    to: "/settings/notice",
    group: "system",
    label: "panel.notice",
    icon: Construction,
    order: 230,
    holds: ["close_server"],
  },
  {
    to: "/settings/outbox",
    group: "system",
    label: "panel.outbox",
    icon: Inbox,
    order: 320,
    holds: ["mails"],
  },
  {
    to: "/settings/checks",
    group: "system",
    label: "panel.checks",
    icon: Stethoscope,
    order: 325,
    holds: ["test_email"],
  },
  {
    to: "/settings/server",
    group: "system",
    label: "panel.server",
    icon: Server,
    order: 330,
    holds: ["who_signs_up", "server_name", "version", "audit_log"],
  },
  {
    to: "/settings/configuration",
    group: "system",
    label: "panel.configuration",
    icon: SlidersHorizontal,
    order: 335,
    holds: SETTING_NAMES,
  },
];
