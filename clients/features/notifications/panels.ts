import type { SettingsPanel } from "@ensemble/blocks/area/area";
import { BellRing } from "lucide-react";

export const PANELS: readonly SettingsPanel[] = [
  {
    to: "/settings/notifications",
    group: "account",
    label: "panel.notifications",
    icon: BellRing,
    order: 90,
    holds: ["push"],
  },
];
