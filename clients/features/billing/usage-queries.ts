import { api } from "@ensemble/contract/api";
import { infiniteQueryOptions } from "@tanstack/react-query";

/** What was charged and given back, newest first. */
export const postingsQuery = infiniteQueryOptions({
  queryKey: ["usage", "postings"],
  queryFn: ({ pageParam, signal }) =>
    api.get("/api/billing/postings", { query: pageParam ? { cursor: pageParam } : {}, signal }),
  initialPageParam: "",
  getNextPageParam: (page) => page.next_cursor,
});
