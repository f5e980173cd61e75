import { api } from "@ensemble/contract/api";
import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { AppRequest } from "./operations";

/** The search parameters of an app's request, of which any may be missing. */
export type AppQuery = { [name in keyof AppRequest]?: string };

/** Completes a request; what an app left out, the server names. */
const complete = (query: AppQuery): AppRequest => ({
  client_id: query.client_id ?? "",
  redirect_uri: query.redirect_uri ?? "",
  response_type: query.response_type ?? "",
  code_challenge: query.code_challenge ?? "",
  code_challenge_method: query.code_challenge_method ?? "",
  ...(query.state === undefined ? {} : { state: query.state }),
  ...(query.resource === undefined ? {} : { resource: query.resource }),
});

export const appRequestQuery = (query: AppQuery) =>
  queryOptions({
    queryKey: ["gateway", "app-request", query],
    queryFn: ({ signal }) => api.get("/api/gateway/oauth/request", { query: complete(query), signal }),
    retry: false,
  });

export const allowAppMutation = () =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (query: AppQuery) => api.post("/api/gateway/oauth/grants", { body: complete(query) }),
  });
