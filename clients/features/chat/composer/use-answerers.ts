import { useSettings } from "@ensemble/blocks/session-queries";
import { BATCH_MAX_MODELS } from "@ensemble/contract/generated/limits/chat";
import type { Model } from "@ensemble/contract/wire";
import type { OutboxEntry } from "../outbox/outbox";
import { useChat } from "../use-chat";
import { mentionsIn } from "./mentions";
import { useChosenModel } from "./use-chosen-model";
import { useMentionables } from "./use-mentionables";

type Answerers = Pick<OutboxEntry, "model" | "models" | "bot_id" | "once">;

/** Returns the answerers of a message: those named with `@` for this message only, else the chosen models. */
export function useAnswerers(conversationId: string | null): {
  answerersOf: (text: string) => Answerers;
  /** Returns the models that will answer, for their price. */
  modelsOf: (text: string) => readonly Model[];
  /** Stores the choice for the new conversation. */
  rememberFor: (conversationId: string) => void;
} {
  const chat = useChat();
  const { models: offered, model, several } = useChosenModel(conversationId);
  const all = useMentionables();
  const { simple_mode: simple } = useSettings();

  const answerersOf = (text: string): Answerers => {
    const named = simple ? [] : mentionsIn(text, all);
    const bot = named.find(({ kind }) => kind === "bot");
    const models = named.filter(({ kind }) => kind === "model").map(({ id }) => id);
    const botId = bot ? { bot_id: bot.id } : {};
    if (models.length > 1)
      return { model: null, models: models.slice(0, BATCH_MAX_MODELS), ...botId, once: true };
    if (models.length === 1 || bot)
      return { model: models[0] ?? bot?.model ?? model?.id ?? null, ...botId, once: true };
    if (several.length > 1) return { model: null, models: several.map(({ id }) => id) };
    return { model: model?.id ?? null };
  };
  return {
    answerersOf,
    modelsOf: (text) => {
      const { model: id, models: ids } = answerersOf(text);
      return offered.filter((one) => (ids ? ids.includes(one.id) : one.id === id));
    },
    rememberFor: (id) => {
      if (model) chat.models.setState({ [id]: model.id });
      if (several.length > 1) chat.several.setState({ [id]: several.map((one) => one.id), new: undefined });
    },
  };
}
