import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";
import { FileText } from "lucide-react";
import { area as inPanel } from "./panel-area";

export const area: Area = {
  ...inPanel,
  routes: [
    route("/webapp/doc-chat", () => import("./DocumentScreens").then((file) => file.DocumentScreen), {
      search: ["doc_id", "page", "q", "highlight", "collection"],
      texts: ["library", "chat", "documents"],
    }),
    route("/webapp/doc-print", () => import("./PrintScreen").then((file) => file.PrintScreen), {
      layout: "bare",
      search: ["doc_id", "collection", "chat_id"],
      texts: ["library", "chat"],
    }),
  ],
  navigation: {
    key: "pdfs",
    group: "main",
    to: "/webapp/doc-chat",
    label: "pdfs",
    icon: FileText,
    order: 45,
  },
  refetch: ["documents"],
};
