import { botsQuery } from "@ensemble/blocks/shared-queries";
import type { MemoryScope } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { useQuery } from "@tanstack/react-query";
import { foldersQuery } from "./memory-queries";

/** Serializes a scope for a select field. */
export const scopeKey = (scope: MemoryScope): string =>
  scope.kind === "everywhere"
    ? "everywhere"
    : scope.kind === "bot"
      ? `bot/${scope.bot_id}`
      : `group/${scope.group_id}`;

export function scopeOf(key: string): MemoryScope {
  const [kind, id] = key.split("/");
  if (kind === "bot" && id) return { kind, bot_id: id };
  if (kind === "group" && id) return { kind, group_id: id };
  return { kind: "everywhere" };
}

export interface NamedScope {
  key: string;
  name: string;
}

/** Returns the possible scopes with the names of bots and folders. */
export function useScopes(): NamedScope[] {
  const text = useText("memory");
  const bots = useQuery(botsQuery).data?.items ?? [];
  const folders = useQuery(foldersQuery).data?.items ?? [];
  return [
    { key: "everywhere", name: text("scopes.everywhere") },
    ...folders.map(({ id, name }) => ({
      key: scopeKey({ kind: "group", group_id: id }),
      name: text("scopes.group", { name }),
    })),
    ...bots.map(({ id, name }) => ({
      key: scopeKey({ kind: "bot", bot_id: id }),
      name: text("scopes.bot", { name }),
    })),
  ];
}
