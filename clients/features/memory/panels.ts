import type { SettingsPanel } from "@ensemble/blocks/area/area";
import { Brain } from "lucide-react";

export const PANELS: readonly SettingsPanel[] = [
  {
    to: "/settings/memory",
    group: "assistant",
    label: "panel.memory",
    icon: Brain,
    order: 40,
    holds: ["about_you", "how_to_respond"],
  },
];
