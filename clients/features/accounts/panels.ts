import type { SettingsPanel } from "@ensemble/blocks/area/area";
import { CircleUserRound, Keyboard, MonitorSmartphone, ShieldCheck, SlidersHorizontal } from "lucide-react";

export const PANELS: readonly SettingsPanel[] = [
  {
    to: "/profile",
    group: "account",
    label: "panel.account",
    icon: CircleUserRound,
    order: 10,
    holds: ["name", "email", "password", "sign_out", "delete_account"],
  },
  {
    to: "/settings/general",
    group: "app",
    label: "panel.general",
    icon: SlidersHorizontal,
    order: 20,
    holds: ["theme", "language", "font_size", "content_width", "send_key", "auto_new_chat", "simple_mode"],
  },
  { to: "/keyboard-shortcuts", group: "app", label: "panel.shortcuts", icon: Keyboard, order: 70, holds: [] },
  {
    to: "/settings/security",
    group: "account",
    label: "panel.security",
    icon: ShieldCheck,
    order: 15,
    holds: ["authenticator_app", "recovery_codes", "passkeys"],
  },
  {
    to: "/settings/devices",
    group: "account",
    label: "panel.devices",
    icon: MonitorSmartphone,
    order: 80,
    holds: ["sign_out_devices", "security_events"],
  },
];
