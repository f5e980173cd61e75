import type { Area } from "@ensemble/blocks/area/area";

/** Saving pages and selected text as memos. */
export const area: Area = {
  name: "memo-saving",
  extensionPanels: () => import("./settings-panels").then((file) => file.PANELS),
};
