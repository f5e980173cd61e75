import { api } from "@ensemble/contract/api";
import { mutationOptions, queryOptions } from "@tanstack/react-query";

/** Query for the checks of what the server needs. Each run asks other servers, so none runs by itself. */
export const checksQuery = queryOptions({
  queryKey: ["admin", "checks"],
  queryFn: ({ signal }) => api.post("/api/admin/checks", { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
});

export const testMailMutation = mutationOptions({
  mutationFn: (to: string) => api.post("/api/admin/test-mail", { body: { to } }),
  // The form shows the error.
  meta: { ownError: true },
});
