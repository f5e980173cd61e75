import type { Shot } from "./shot.ts";

/** Shots of the prompt library and quick actions. */
export const promptShots: Shot[] = [
  { name: "prompts-mine", at: "/home/chat", open: (stage) => stage.press("prompts", "library") },
  {
    name: "prompts-public",
    at: "/home/chat",
    open: async (stage) => {
      await stage.press("prompts", "library");
      await stage.tab("prompts", "tab_public");
    },
  },
  {
    name: "prompt-new",
    at: "/home/chat",
    open: async (stage) => {
      await stage.press("prompts", "library");
      await stage.press("prompts", "new_prompt");
      await stage.press("prompts", "save", {}, stage.dialog());
    },
  },
  {
    name: "prompt-detail",
    at: "/home/chat",
    open: async (stage) => {
      await stage.press("prompts", "library");
      await stage.press("prompts", "details_of", { name: "Tide table" });
    },
  },
  {
    name: "prompt-runner",
    at: "/home/chat",
    open: async (stage) => {
      await stage.press("prompts", "library");
      await stage.press("prompts", "use_named", { name: "Tide table" });
    },
  },
  {
    name: "new-action",
    at: "/settings/quick-actions",
    open: (stage) => stage.press("prompts", "new_action"),
  },
];
