import { sessionQuery } from "@ensemble/blocks/session-queries";
import { api } from "@ensemble/contract/api";
import { useHost } from "@ensemble/host/HostContext";
import { useMutation, useQueryClient } from "@tanstack/react-query";

/**
 * Has this device go on in another workspace: a team's, or (null) one's own. Everything shown was of the one before,
 * so the page begins anew, in this window and, by the server's hint, in the others of this device.
 */
export function useSwitchWorkspace() {
  const queryClient = useQueryClient();
  const host = useHost();
  return useMutation({
    mutationFn: async ({ teamId }: { teamId: string | null; to?: string }) => {
      await api.post("/api/teams/workspace", { body: { team_id: teamId } });
    },
    onSuccess: (_nothing, { to = "/" }) => {
      queryClient.removeQueries({ queryKey: sessionQuery.queryKey });
      host.storage.remove("ensemble.cache");
      location.assign(to);
    },
  });
}
