import type { SettingsPanel } from "@ensemble/blocks/area/area";
import { UsersRound } from "lucide-react";

export const PANELS: readonly SettingsPanel[] = [
  { to: "/team", group: "account", label: "panel.team", icon: UsersRound, order: 180, holds: [] },
];
