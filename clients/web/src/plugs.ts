import type { AnswerPlug, ComposerPlug } from "@ensemble/blocks/composer-plugs";
import { loadTexts, type TextArea } from "@ensemble/i18n/text";
import { type ComponentType, lazy } from "react";
import { whenIdle } from "./boot/first-page";

const Nothing = () => null;

/**
 * Returns a plug whose code and texts load when it is shown and the browser is idle. If loading fails, the
 * plug is omitted.
 */
const plug = <Props extends object>(area: TextArea, load: () => Promise<ComponentType<Props>>) =>
  lazy<ComponentType<Props>>(
    whenIdle(async () => {
      const parts = Promise.all([load(), loadTexts([area])]);
      return parts.then(
        ([component]) => ({ default: component }),
        (error: unknown) => {
          console.warn(error);
          return { default: Nothing };
        },
      );
    }),
  );

const memory = () => import("@ensemble/feature-memory/plugs");

/** Plugs of areas for the composer and for answers, in display order. */
export const PLUGS: { composer: ComposerPlug[]; answer: AnswerPlug[] } = {
  composer: [
    {
      id: "memory.suggestions",
      slot: "above",
      Component: plug("memory", () => memory().then((file) => file.SuggestionsPlug)),
    },
    {
      id: "prompts.slash",
      slot: "above",
      Component: plug("prompts", () =>
        import("@ensemble/feature-prompts/SlashPlug").then((file) => file.SlashPlug),
      ),
    },
    {
      id: "prompts.quick_actions",
      slot: "above",
      always: "first_line",
      Component: plug("prompts", () =>
        import("@ensemble/feature-prompts/QuickActionsPlug").then((file) => file.QuickActionsPlug),
      ),
    },
    {
      id: "prompts.library",
      slot: "foot",
      always: "button",
      Component: plug("prompts", () =>
        import("@ensemble/feature-prompts/PromptsPlug").then((file) => file.PromptsPlug),
      ),
    },
    {
      id: "search.chat",
      slot: "foot",
      Component: plug("search", () =>
        import("@ensemble/feature-search/ChatWeb").then((file) => file.ChatWeb),
      ),
    },
    {
      id: "tools.chat",
      slot: "foot",
      Component: plug("tools", () =>
        import("@ensemble/feature-tools/ChatTools").then((file) => file.ChatTools),
      ),
    },
  ],
  answer: [
    {
      id: "memory.used",
      always: true,
      Component: plug("memory", () => memory().then((file) => file.UsedMemoriesPlug)),
    },
    {
      id: "prompts.quick_actions",
      Component: plug("prompts", () =>
        import("@ensemble/feature-prompts/AnswerActionsPlug").then((file) => file.AnswerActionsPlug),
      ),
    },
    {
      id: "memos.save",
      Component: plug("memos", () =>
        import("@ensemble/feature-memos/SaveAsMemoPlug").then((file) => file.SaveAsMemoPlug),
      ),
    },
  ],
};
