import { botsQuery, modelsQuery } from "@ensemble/blocks/shared-queries";
import { useQuery } from "@tanstack/react-query";
import type { Mentionable } from "./mentions";

/** Returns everything that can be mentioned with `@`: the person's available models and bots. */
export function useMentionables(): readonly Mentionable[] {
  const models = useQuery(modelsQuery).data?.models ?? [];
  const bots = useQuery(botsQuery).data?.items ?? [];
  return [
    ...bots.map(({ id, name, model }) => ({ kind: "bot" as const, id, name, model })),
    ...models.filter(({ locked }) => !locked).map(({ id, name }) => ({ kind: "model" as const, id, name })),
  ];
}
