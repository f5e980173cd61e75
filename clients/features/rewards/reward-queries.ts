import { api } from "@ensemble/contract/api";
import { mutationOptions, queryOptions } from "@tanstack/react-query";

/** Query for the person's invitations and rewards. */
export const rewardsQuery = queryOptions({
  queryKey: ["rewards", "own"],
  queryFn: ({ signal }) => api.get("/api/rewards", { signal }),
  retry: false,
});

/** Query for the person who owns an invitation code. */
export const inviterQuery = (code: string) =>
  queryOptions({
    queryKey: ["rewards", "inviter", code],
    queryFn: ({ signal }) => api.get("/api/rewards/invitations/{code}", { path: { code }, signal }),
    retry: false,
  });

export const claimMutation = (code: string) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: () => api.post("/api/rewards/claims", { body: { code } }),
  });
