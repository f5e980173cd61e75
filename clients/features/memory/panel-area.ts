import type { Area } from "@ensemble/blocks/area/area";

/** The area in the extension's panel: what an answer was given of what is remembered. */
export const area = {
  name: "memory",
  texts: ["memory"],
  answer: [
    {
      id: "memory.used",
      always: true,
      load: () => import("./UsedMemoriesPlug").then((file) => file.UsedMemoriesPlug),
    },
  ],
} satisfies Area;
