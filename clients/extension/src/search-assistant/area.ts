import type { Area } from "@ensemble/blocks/area/area";

/** Answers beside the results of search engines. */
export const area: Area = {
  name: "search-assistant",
  extensionPanels: () => import("./settings-panels").then((file) => file.PANELS),
};
