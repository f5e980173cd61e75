import type { SettingsPanel } from "@ensemble/blocks/area/area";
import { ClipboardCheck, Flag } from "lucide-react";

export const PANELS: readonly SettingsPanel[] = [
  {
    to: "/settings/reports",
    group: "people",
    label: "panel.reports",
    icon: Flag,
    order: 240,
    holds: ["reports"],
  },
  {
    to: "/settings/reviews",
    group: "people",
    label: "panel.reviews",
    icon: ClipboardCheck,
    order: 250,
    holds: ["reviews"],
  },
];
