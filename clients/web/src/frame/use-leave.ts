import { sessionQuery } from "@ensemble/blocks/session-queries";
import { useHost } from "@ensemble/host/HostContext";
import { useNavigation } from "@ensemble/host/navigation";
import { useQueryClient } from "@tanstack/react-query";
import { forgetCache } from "../boot/query-cache";
import { noteLeaving } from "../boot/session-end";

/**
 * Clears the person's data on this device and shows the login page, or `to` if given. Drafts stay in the tab
 * for the next sign-in.
 */
export function useLeave(): (to?: string) => Promise<void> {
  const queryClient = useQueryClient();
  const { storage } = useHost();
  const { navigate } = useNavigation();
  return async (to = "/login") => {
    noteLeaving();
    // The visitor's session replaces the old one in a single step, so no page ever sees it missing.
    const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
    navigate(to, { replace: true });
    forgetCache(queryClient, storage);
    queryClient.setQueryData(sessionQuery.queryKey, session);
  };
}
