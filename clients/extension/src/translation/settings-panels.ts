import type { ExtensionPanel } from "@ensemble/blocks/area/area";
import { Languages } from "lucide-react";

export const PANELS: readonly ExtensionPanel[] = [
  {
    id: "translation",
    label: "settings_translation",
    icon: Languages,
    order: 60,
    load: () => import("./TranslationPanel").then((file) => file.TranslationPanel),
    texts: ["translation"],
    features: [{ id: "translation", label: "settings_translation" }],
  },
];
