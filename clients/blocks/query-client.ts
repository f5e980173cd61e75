import { ProblemError } from "@ensemble/contract/problem-error";
import { MutationCache, QueryClient } from "@tanstack/react-query";

/**
 * Creates the cache of server responses. If the shell persists it, queries with `meta: { keep: true }` are
 * available at the next first paint; with `keep: (data) => …` only if it returns true.
 */
export function createQueryClient(onMutationError: (error: unknown) => void): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 30 * 60_000,
        retry: (failures, error) => failures < 2 && mayPass(error),
        retryDelay: (failures) => Math.min(500 * 2 ** failures, 4000),
      },
    },
    // A mutation that shows its own error says so; all other errors must not go unnoticed.
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        if (!mutation.meta?.ownError) onMutationError(error);
      },
    }),
  });
}

/** Returns true if a retry may succeed: there was no response, or the server is busy. */
const mayPass = (error: unknown) =>
  !(error instanceof ProblemError) || error.status === 0 || error.status >= 502;
