import type { SettingsPanel } from "@ensemble/blocks/area/area";
import { Share2 } from "lucide-react";

export const PANELS: readonly SettingsPanel[] = [
  {
    to: "/settings/shares",
    group: "data",
    label: "panel.shares",
    icon: Share2,
    order: 110,
    holds: ["stop_sharing"],
  },
];
