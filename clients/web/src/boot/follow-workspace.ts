import { sessionQuery } from "@ensemble/blocks/session-queries";
import { isChosenHere } from "@ensemble/blocks/workspaces/switching-workspace";
import type { KeyValueStore } from "@ensemble/host/host";
import type { QueryClient } from "@tanstack/react-query";
import { forgetCache } from "./query-cache";

/**
 * Reloads if another window of this device switched the workspace, because all shown data belongs to the
 * previous one.
 */
export async function followWorkspace(
  client: QueryClient,
  storage: KeyValueStore,
  begin: () => void,
): Promise<void> {
  if (isChosenHere()) return;
  const before = client.getQueryData(sessionQuery.queryKey)?.me?.workspace_id;
  const { me } = await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
  if (!me || !before || me.workspace_id === before) return;
  forgetCache(client, storage);
  begin();
}
