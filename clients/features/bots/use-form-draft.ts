import type { Bot, BotFields } from "@ensemble/contract/wire";
import { useHost } from "@ensemble/host/HostContext";
import { useState } from "react";

export const EMPTY_BOT: BotFields = {
  name: "",
  description: "",
  welcome: "",
  prompt: "",
  model: null,
  accessibility: "only_me",
  published: false,
};

/** What is typed into the form of a bot. It survives a reload, a refusal and a lost network. */
export function useFormDraft(bot: Bot | null) {
  const { drafts } = useHost();
  const key = `bots.form.${bot ? `${bot.id}.${bot.version}` : "new"}`;
  const [fields, setFields] = useState(() => ({ ...fieldsOf(bot), ...readDraft(drafts.get(key)) }));
  return {
    fields,
    put: (part: Partial<BotFields>) => {
      const next = { ...fields, ...part };
      setFields(next);
      drafts.set(key, JSON.stringify(next));
    },
    forget: () => drafts.remove(key),
  };
}

function fieldsOf(bot: Bot | null): BotFields {
  if (!bot) return EMPTY_BOT;
  const { name, description, welcome, prompt, model, accessibility, state } = bot;
  return { name, description, welcome, prompt, model, accessibility, published: state === "published" };
}

function readDraft(json: string | null): Partial<BotFields> {
  try {
    const draft: unknown = JSON.parse(json ?? "{}");
    return typeof draft === "object" && draft !== null ? draft : {};
  } catch {
    return {};
  }
}
