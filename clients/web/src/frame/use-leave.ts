import { sessionQuery } from "@ensemble/blocks/session-queries";
import { useHost } from "@ensemble/host/HostContext";
import { useNavigation } from "@ensemble/host/navigation";
import { useQueryClient } from "@tanstack/react-query";
import { forgetCache } from "../boot/query-cache";
import { noteLeaving } from "../boot/session-end";

/**
 * Clears what this device knows of the person and shows the login page.
 *
 * `to` is shown instead when given; drafts stay in the tab, so that signing in again finds them.
 */
export function useLeave(): (to?: string) => Promise<void> {
  const queryClient = useQueryClient();
  const { storage } = useHost();
  const { navigate } = useNavigation();
  return async (to = "/login") => {
    noteLeaving();
    // The visitor's session replaces the old one in a single step: no page ever sees it missing.
    const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
    navigate(to, { replace: true });
    forgetCache(queryClient, storage);
    queryClient.setQueryData(sessionQuery.queryKey, session);
  };
}
