import type { Area } from "@ensemble/blocks/area/area";

/** Writing in the fields of pages. */
export const area: Area = {
  name: "writing",
  extensionPanels: () => import("./settings-panels").then((file) => file.PANELS),
};
