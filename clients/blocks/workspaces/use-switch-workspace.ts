import { api } from "@ensemble/contract/api";
import { useHost } from "@ensemble/host/HostContext";
import { useNavigation } from "@ensemble/host/navigation";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { chooseHere } from "./switching-workspace";

/** Storage key of the shell's query cache for its next start. */
const KEPT = "ensemble.cache";

/**
 * Switches this device to another workspace: a team's, or (null) the person's own. All shown data belongs to
 * the previous one, so the page reloads, in this window and, through the server's hint, in the device's other
 * windows.
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

/** Returns a function that drops all cached data of the previous workspace and loads an address. */
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
