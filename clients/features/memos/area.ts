import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";
import { NotebookPen } from "lucide-react";
import { area as inPanel } from "./panel-area";

const screens = () => import("./MemoScreens");

export const area: Area = {
  ...inPanel,
  texts: ["memos", "chat"],
  routes: [
    route("/home/memo", () => screens().then((file) => file.MemosScreen), { texts: ["memos"] }),
    route("/home/memo/$uid", () => screens().then((file) => file.MemoScreen), { search: ["q"] }),
    route("/webapp/memo/detail", () => screens().then((file) => file.MemoDetailScreen), {
      search: ["memo_id", "q", "is_new"],
    }),
    route("/webapp/memo/detail/new", () => screens().then((file) => file.NewMemoScreen), {
      search: ["memo_id", "q", "is_new"],
    }),
    route("/webapp/memo/detail/webview", () => screens().then((file) => file.MemoWebviewScreen), {
      layout: "bare",
      search: ["memo_id", "q", "is_new"],
    }),
    route("/webapp/editor", () => screens().then((file) => file.EditorScreen), {
      layout: "bare",
      search: ["memo_id", "q", "is_new"],
    }),
  ],
  navigation: { key: "memo", group: "main", to: "/home/memo", label: "memo", icon: NotebookPen, order: 120 },
  answer: [
    {
      id: "memos.save",
      order: 10,
      texts: ["memos"],
      load: () => import("./SaveAsMemoPlug").then((file) => file.SaveAsMemoPlug),
    },
  ],
  refetch: ["memos"],
};
