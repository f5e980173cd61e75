import type { SettingsPanel } from "@ensemble/blocks/area/area";
import { Plug } from "lucide-react";

export const PANELS: readonly SettingsPanel[] = [
  {
    to: "/settings/models",
    group: "assistant",
    label: "panel.models",
    icon: Plug,
    order: 50,
    holds: ["default_model", "connections", "provider_keys"],
  },
];
