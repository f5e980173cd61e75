import { byCursor } from "@ensemble/blocks/by-cursor";
import { api } from "@ensemble/contract/api";
import { infiniteQueryOptions } from "@tanstack/react-query";

/** Query for charges and refunds, newest first. */
export const postingsQuery = infiniteQueryOptions({
  queryKey: ["usage", "postings"],
  queryFn: ({ pageParam, signal }) =>
    api.get("/api/billing/postings", { query: { cursor: pageParam }, signal }),
  ...byCursor,
});
