import type { AnswerPlug, ComposerPlug, SendStep } from "@ensemble/blocks/composer-plugs";
import { loadTexts, type TextArea } from "@ensemble/i18n/text";
import { type ComponentType, lazy } from "react";
import { afterFirst } from "./first-words";
import { PageActions } from "./page/PageActions";
import { PagePlug } from "./page/PagePlug";
import { sendPageFirst } from "./page/send-page";

const plug = <Props extends object>(area: TextArea, load: () => Promise<ComponentType<Props>>) =>
  lazy<ComponentType<Props>>(
    afterFirst(async () => {
      const [component] = await Promise.all([load(), loadTexts([area])]);
      return { default: component };
    }),
  );

/** Plugs of areas for the composer in the panel; the page plug is the panel's own. */
export const PLUGS: { composer: ComposerPlug[]; answer: AnswerPlug[]; beforeSend: SendStep[] } = {
  composer: [
    { id: "extension.page", slot: "above", Component: PagePlug },
    { id: "extension.page_actions", slot: "above", Component: PageActions },
    {
      id: "prompts.slash",
      slot: "above",
      Component: plug("prompts", () =>
        import("@ensemble/feature-prompts/SlashPlug").then((file) => file.SlashPlug),
      ),
    },
    {
      id: "prompts.library",
      slot: "foot",
      Component: plug("prompts", () =>
        import("@ensemble/feature-prompts/PromptsPlug").then((file) => file.PromptsPlug),
      ),
    },
  ],
  answer: [
    {
      id: "memory.used",
      always: true,
      Component: plug("memory", () =>
        import("@ensemble/feature-memory/UsedMemoriesPlug").then((file) => file.UsedMemoriesPlug),
      ),
    },
    {
      id: "prompts.quick_actions",
      Component: plug("prompts", () =>
        import("@ensemble/feature-prompts/AnswerActionsPlug").then((file) => file.AnswerActionsPlug),
      ),
    },
  ],
  beforeSend: [sendPageFirst],
};
