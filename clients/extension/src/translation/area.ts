import type { Area } from "@ensemble/blocks/area/area";

/** Translation of pages and fields. */
export const area: Area = {
  name: "translation",
  extensionPanels: () => import("./settings-panels").then((file) => file.PANELS),
};
