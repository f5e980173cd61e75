import type { SettingsPanel } from "@ensemble/blocks/area/area";
import { Gift } from "lucide-react";

export const PANELS: readonly SettingsPanel[] = [
  {
    to: "/reward",
    group: "plan",
    label: "panel.rewards",
    icon: Gift,
    order: 160,
    when: ({ offered_plans }) => offered_plans,
    holds: ["invite"],
  },
];
