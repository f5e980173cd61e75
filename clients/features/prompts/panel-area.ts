import type { Area } from "@ensemble/blocks/area/area";

/** The area in the extension's panel. */
export const area = {
  name: "prompts",
  texts: ["prompts"],
  composer: [
    { id: "prompts.slash", slot: "above", load: () => import("./SlashPlug").then((file) => file.SlashPlug) },
    {
      id: "prompts.library",
      slot: "foot",
      always: "button",
      load: () => import("./PromptsPlug").then((file) => file.PromptsPlug),
    },
  ],
  answer: [
    {
      id: "prompts.quick_actions",
      load: () => import("./AnswerActionsPlug").then((file) => file.AnswerActionsPlug),
    },
  ],
  refetch: ["prompts"],
} satisfies Area;
