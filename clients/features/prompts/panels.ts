import type { SettingsPanel } from "@ensemble/blocks/area/area";
import { Zap } from "lucide-react";

export const PANELS: readonly SettingsPanel[] = [
  {
    to: "/settings/quick-actions",
    group: "app",
    label: "panel.quick_actions",
    icon: Zap,
    order: 190,
    holds: ["pinned_actions"],
  },
];
