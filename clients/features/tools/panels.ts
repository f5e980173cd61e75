import type { SettingsPanel } from "@ensemble/blocks/area/area";
import { Wrench } from "lucide-react";

export const PANELS: readonly SettingsPanel[] = [
  {
    to: "/settings/tools",
    group: "assistant",
    label: "panel.tools",
    icon: Wrench,
    order: 60,
    holds: ["tool_servers", "tool_rules"],
  },
];
