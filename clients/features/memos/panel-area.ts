import type { Area } from "@ensemble/blocks/area/area";
import { PLACES } from "@ensemble/blocks/places";
import { NotebookPen } from "lucide-react";

/** The area in the extension's panel: memos are referred to there, and open on the web. */
export const area = {
  name: "memos",
  references: [
    {
      kind: "my_memo",
      label: "memo",
      icon: NotebookPen,
      path: (id) => PLACES.memo(id),
      palette: { heading: "memo", order: 10 },
    },
  ],
} satisfies Area;
