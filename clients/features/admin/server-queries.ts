import { sessionQuery } from "@ensemble/blocks/session-queries";
import { api } from "@ensemble/contract/api";
import type { NewPersonInvitation, SignUpMode } from "@ensemble/contract/wire";
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";

/** Query for what operators chose for this server. */
export const choicesQuery = queryOptions({
  queryKey: ["admin", "server"],
  queryFn: ({ signal }) => api.get("/api/accounts/server", { signal }),
});

export const changeChoicesMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (body: { name?: string; sign_up?: SignUpMode }) =>
      api.patch("/api/accounts/server", { body }),
    onSuccess: (choices) => {
      queryClient.setQueryData(choicesQuery.queryKey, choices);
      // The session says how the server is called.
      return queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });

/** Query for the invitations that nobody has used yet. */
export const invitationsQuery = queryOptions({
  queryKey: ["admin", "invitations"],
  queryFn: ({ signal }) => api.get("/api/accounts/invitations", { signal }),
});

export const inviteMutation = (queryClient: QueryClient) =>
  mutationOptions({
    // The dialog shows the error.
    meta: { ownError: true },
    mutationFn: (body: NewPersonInvitation) => api.post("/api/accounts/invitations", { body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  });

export const withdrawInvitationMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) =>
      api.delete("/api/accounts/invitations/{invitation_id}", { path: { invitation_id: id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  });
