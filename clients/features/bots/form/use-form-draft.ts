import { useDraftFields } from "@ensemble/blocks/drafts/use-draft-fields";
import type { Bot, BotFields } from "@ensemble/contract/wire";

/** Form fields, with the budget as typed. */
export type FormFields = Omit<BotFields, "cap"> & { cap: string };

const EMPTY_BOT: FormFields = {
  name: "",
  description: "",
  welcome: "",
  prompt: "",
  model: null,
  starters: [],
  tools: null,
  accessibility: "only_me",
  cap: "",
  published: false,
};

/**
 * Form state of a bot. It survives a reload, an error and a lost connection. Until something is typed, the
 * form shows the bot; then `changed` tells that another window has changed it.
 */
export function useFormDraft(bot: Bot | null) {
  const stored = bot?.version ?? 0;
  const { fields, over, put, forget } = useDraftFields<FormFields, number>(
    `bots.${bot?.id ?? "new"}`,
    bot ? fieldsOf(bot) : EMPTY_BOT,
    stored,
  );
  return {
    fields,
    version: over,
    changed: over !== stored,
    put: (part: Partial<FormFields>) => put(part),
    /** Overwrites the other window's version when saving. */
    keepMine: () => put({}, stored),
    /** Replaces the typed values with the combined texts. */
    editBoth: (both: Partial<FormFields>) => put(both, stored),
    forget,
  };
}

/** Returns the form fields of a bot. */
export function fieldsOf(bot: Bot): FormFields {
  const { name, description, welcome, prompt, model, starters, tools, accessibility, budget, state } = bot;
  const cap = budget?.cap?.toString() ?? "";
  const texts = { name, description, welcome, prompt, starters };
  return { ...texts, model, tools, accessibility, cap, published: state === "published" };
}
