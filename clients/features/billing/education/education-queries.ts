import { api } from "@ensemble/contract/api";
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";

/** Query for the education discount and the person's verification; fails if there is none. */
export const educationQuery = queryOptions({
  queryKey: ["billing", "education"],
  queryFn: ({ signal }) => api.get("/api/billing/education", { signal }),
  retry: false,
});

export const sendEducationCodeMutation = () =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (email: string) => api.post("/api/billing/education/codes", { body: { email } }),
  });

export const proveEducationMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (said: { email: string; code: string }) =>
      api.post("/api/billing/education/proof", { body: said }),
    onSuccess: async (education) => {
      queryClient.setQueryData(educationQuery.queryKey, education);
      await queryClient.invalidateQueries({ queryKey: ["billing"] });
    },
  });
