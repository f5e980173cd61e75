import { ProblemError } from "@ensemble/contract/problem-error";
import { MutationCache, QueryClient } from "@tanstack/react-query";

/**
 * The cache of the server's answers. Where the shell keeps answers, a query with `meta: { keep: true }` is there at the next
 * first paint; with `keep: (data) => …` only when the answer deserves it.
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
    // A mutation that shows its own error says so; every other refusal must not pass unseen.
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
