import type { Area } from "@ensemble/blocks/area/area";
import { PLACES } from "@ensemble/blocks/places";
import { FileText, Highlighter } from "lucide-react";

/** The area in the extension's panel: documents are referred to there, and open on the web. */
export const area = {
  name: "documents",
  references: [
    {
      kind: "document",
      label: "document",
      icon: FileText,
      path: (id) => PLACES.document(id),
      palette: { heading: "pdfs", order: 20 },
    },
    {
      kind: "highlight",
      label: "highlight",
      icon: Highlighter,
      path: null,
      palette: { heading: { mentions: "highlight" }, order: 60 },
    },
  ],
  problemHelp: {
    "documents.too_many": ["plans"],
    "documents.too_many_uploads": ["plans"],
    "documents.too_many_questions": ["plans"],
  },
} satisfies Area;
