import type { SettingsPanel } from "@ensemble/blocks/area/area";
import { FolderSync } from "lucide-react";

export const PANELS: readonly SettingsPanel[] = [
  {
    to: "/settings/data",
    group: "data",
    label: "panel.portability",
    icon: FolderSync,
    order: 100,
    holds: ["import", "export"],
  },
];
