import type { QueryClient } from "@tanstack/react-query";

/** Available to the loaders of all routes. */
export interface RouterContext {
  queryClient: QueryClient;
  nonce: string | undefined;
}
