import type { Area } from "@ensemble/blocks/area/area";

/** The area in the extension's panel: artifacts in answers, which open in the web app. */
export const area = {
  name: "artifacts",
  fence: [
    {
      id: "artifacts.card",
      mark: 'artifact="',
      texts: ["artifacts"],
      load: () => import("./live/PanelCard").then((file) => file.PanelCard),
    },
  ],
  refetch: ["artifacts"],
} satisfies Area;
