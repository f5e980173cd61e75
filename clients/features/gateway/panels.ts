import type { SettingsPanel } from "@ensemble/blocks/area/area";
import { KeyRound } from "lucide-react";

export const PANELS: readonly SettingsPanel[] = [
  {
    to: "/settings/api-keys",
    group: "data",
    label: "panel.api_keys",
    icon: KeyRound,
    order: 200,
    holds: ["api"],
  },
];
