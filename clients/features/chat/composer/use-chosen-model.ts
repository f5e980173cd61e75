import { useSettings } from "@ensemble/blocks/session-queries";
import { modelsQuery } from "@ensemble/blocks/shared-queries";
import type { Model } from "@ensemble/contract/wire";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useStore } from "zustand";
import { changeConversationMutation, conversationQuery } from "../chat-queries";
import { useChat } from "../use-chat";

/** Returns the model that will answer next, and its setter. */
export function useChosenModel(conversationId: string | null): {
  models: readonly Model[];
  model: Model | null;
  choose: (model: Model) => void;
  /** Models that answer side by side; with fewer than two, one model answers. */
  several: readonly Model[];
  chooseSeveral: (models: readonly Model[]) => void;
} {
  const chat = useChat();
  const client = useQueryClient();
  const { default_model: settingsModel, simple_mode: simple } = useSettings();
  const { data } = useQuery(modelsQuery);
  const { data: detail } = useQuery({ ...conversationQuery(conversationId ?? ""), enabled: false });
  const place = conversationId ?? "new";
  const chosen = useStore(chat.models, (models) => models[place]);
  const wanted = useStore(chat.several, (several) => several[place]);
  const change = useMutation(changeConversationMutation(client, conversationId ?? ""));

  const models = data?.models ?? [];
  const usable = (id: string | null | undefined) => models.find((model) => model.id === id && !model.locked);
  const wishes = [chosen, detail?.conversation.model, settingsModel, data?.default_model];
  const model =
    wishes.map(usable).find((found) => found !== undefined) ?? models.find((one) => !one.locked) ?? null;

  // The selection is kept for when all functions are shown again.
  const several = (simple ? [] : (wanted ?? [])).map(usable).filter((found) => found !== undefined);

  return {
    models,
    model,
    several,
    chooseSeveral: (next) =>
      chat.several.setState({ [place]: next.length > 0 ? next.map(({ id }) => id) : undefined }),
    choose: (next) => {
      chat.models.setState({ [place]: next.id });
      if (detail) change.mutate({ change: { model: next.id } });
    },
  };
}
