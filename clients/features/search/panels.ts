import type { SettingsPanel } from "@ensemble/blocks/area/area";
import { Globe } from "lucide-react";

export const PANELS: readonly SettingsPanel[] = [
  {
    to: "/settings/search",
    group: "system",
    label: "panel.search",
    icon: Globe,
    order: 260,
    holds: ["search_engines"],
  },
];
