import { botsQuery, modelsQuery } from "@ensemble/blocks/shared-queries";
import { useQuery } from "@tanstack/react-query";
import type { Mentionable } from "./mentions";

/** Returns everything that can be mentioned with `@`: bots and models, also those that the plan does not include. */
export function useMentionables(): readonly Mentionable[] {
  const models = useQuery(modelsQuery).data?.models ?? [];
  const bots = useQuery(botsQuery).data?.items ?? [];
  return [
    ...bots.map(({ id, name, model }) => ({ kind: "bot" as const, id, name, model })),
    ...models.map(({ id, name, locked }) => ({ kind: "model" as const, id, name, locked })),
  ];
}
