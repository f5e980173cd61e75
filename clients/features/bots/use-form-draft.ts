import type { Bot, BotFields } from "@ensemble/contract/wire";
import { useHost } from "@ensemble/host/HostContext";
import { useText } from "@ensemble/i18n/text";
import { useState } from "react";

/** What is typed: the limit as it stands in its field. */
export type FormFields = Omit<BotFields, "cap"> & { cap: string };

const EMPTY_BOT: FormFields = {
  name: "",
  description: "",
  welcome: "",
  prompt: "",
  model: null,
  accessibility: "only_me",
  cap: "",
  published: false,
};

/** What was typed, and the version of the bot that it was typed over. */
interface Draft {
  version: number;
  fields: FormFields;
}

/**
 * What is typed into the form of a bot. It survives a reload, a refusal and a lost network. Until something is typed
 * the form shows the bot as it is; then `changed` says that it was changed in another window meanwhile.
 */
export function useFormDraft(bot: Bot | null) {
  const text = useText("bots");
  const { drafts } = useHost();
  const key = `bots.form.${bot?.id ?? "new"}`;
  const [draft, setDraft] = useState<Draft | null>(() => readDraft(drafts.get(key)));
  // Spec §3: a new chat bot is named "New Chat".
  const fields = draft?.fields ?? (bot ? fieldsOf(bot) : { ...EMPTY_BOT, name: text("new_name") });
  const stored = bot?.version ?? 0;
  const version = draft?.version ?? stored;
  const keep = (next: Draft) => {
    setDraft(next);
    drafts.set(key, JSON.stringify(next));
  };
  const forget = () => {
    setDraft(null);
    drafts.remove(key);
  };
  return {
    fields,
    version,
    changed: version !== stored,
    put: (part: Partial<FormFields>) => keep({ version, fields: { ...fields, ...part } }),
    /** What was typed replaces what the other window wrote, when it is saved. */
    keepMine: () => keep({ version: stored, fields }),
    /** Texts of both windows are what is typed from now on. */
    editBoth: (both: Partial<FormFields>) => keep({ version: stored, fields: { ...fields, ...both } }),
    forget,
  };
}

function fieldsOf(bot: Bot): FormFields {
  const { name, description, welcome, prompt, model, accessibility, budget, state } = bot;
  const cap = budget?.cap?.toString() ?? "";
  return { name, description, welcome, prompt, model, accessibility, cap, published: state === "published" };
}

function readDraft(json: string | null): Draft | null {
  try {
    const draft = JSON.parse(json ?? "null") as Partial<Draft> | null;
    if (!draft || typeof draft.version !== "number" || !draft.fields) return null;
    return { version: draft.version, fields: { ...EMPTY_BOT, ...draft.fields } };
  } catch {
    return null;
  }
}
