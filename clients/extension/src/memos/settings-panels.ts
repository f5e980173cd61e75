import type { ExtensionPanel } from "@ensemble/blocks/area/area";
import { NotebookPen } from "lucide-react";

export const PANELS: readonly ExtensionPanel[] = [
  {
    id: "memo",
    label: "settings_memo",
    icon: NotebookPen,
    order: 100,
    load: () => import("./MemoPanel").then((file) => file.MemoPanel),
  },
];
