import { botsQuery, modelsQuery } from "@ensemble/blocks/shared-queries";
import { useQuery } from "@tanstack/react-query";
import type { Mentionable } from "./mentions";

/** Everybody who can be named with `@`: the models that this person may use, and their bots. */
export function useMentionables(): readonly Mentionable[] {
  const models = useQuery(modelsQuery).data?.models ?? [];
  const bots = useQuery(botsQuery).data?.items ?? [];
  return [
    ...bots.map(({ id, name, model }) => ({ kind: "bot" as const, id, name, model })),
    ...models.filter(({ locked }) => !locked).map(({ id, name }) => ({ kind: "model" as const, id, name })),
  ];
}
