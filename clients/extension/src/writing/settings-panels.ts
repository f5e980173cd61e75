import type { ExtensionPanel } from "@ensemble/blocks/area/area";
import { PenLine } from "lucide-react";

export const PANELS: readonly ExtensionPanel[] = [
  {
    id: "writing",
    label: "settings_writing",
    icon: PenLine,
    order: 80,
    load: () => import("./WritingSettings").then((file) => file.WritingSettings),
    texts: ["writing"],
    features: [{ id: "writing", label: "settings_writing" }],
  },
];
