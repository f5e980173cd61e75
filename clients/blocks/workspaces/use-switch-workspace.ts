import { api } from "@ensemble/contract/api";
import { useHost } from "@ensemble/host/HostContext";
import { useNavigation } from "@ensemble/host/navigation";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { chooseHere } from "./switching-workspace";

/** Storage key of the shell's query cache for its next start. */
const KEPT = "ensemble.cache";

/**
 * Has this device go on in another workspace: a team's, or (null) one's own. Everything shown was of the one before,
 * so the page begins anew, in this window and, by the server's hint, in the others of this device.
 */
export function useSwitchWorkspace() {
  const beginAnew = useBeginAnew();
  return useMutation({
    mutationFn: async ({ teamId }: { teamId: string | null; to?: string }) => {
      chooseHere(true);
      await api.post("/api/teams/workspace", { body: { team_id: teamId } });
    },
    onError: () => chooseHere(false),
    onSuccess: (_nothing, { to = "/" }) => beginAnew(to),
  });
}

/** Forgets all that is shown, which was of another workspace, and goes on at an address. */
export function useBeginAnew() {
  const queryClient = useQueryClient();
  const host = useHost();
  const { href } = useNavigation();
  return (to: string) => {
    queryClient.clear();
    host.storage.remove(KEPT);
    location.assign(href(to));
  };
}
