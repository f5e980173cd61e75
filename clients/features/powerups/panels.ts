import type { SettingsPanel } from "@ensemble/blocks/area/area";
import { ClipboardCheck } from "lucide-react";

export const PANELS: readonly SettingsPanel[] = [
  {
    to: "/settings/powerup-reviews",
    group: "people",
    label: "panel.powerup_reviews",
    icon: ClipboardCheck,
    order: 255,
    holds: ["powerup_reviews"],
  },
];
