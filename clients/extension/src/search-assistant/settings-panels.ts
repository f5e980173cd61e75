import type { ExtensionPanel } from "@ensemble/blocks/area/area";
import { Search } from "lucide-react";

export const PANELS: readonly ExtensionPanel[] = [
  {
    id: "search",
    label: "settings_search",
    icon: Search,
    order: 70,
    load: () => import("./SearchPanel").then((file) => file.SearchPanel),
    texts: ["search_assistant"],
    features: [{ id: "search", label: "settings_search" }],
  },
];
