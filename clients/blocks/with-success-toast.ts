import type { UseMutationOptions } from "@tanstack/react-query";

/**
 * Adds a success toast to a mutation whose success removes its component: a deleted row, a form with new
 * data. Callbacks passed to `mutate` are not called then, and an undo would be lost.
 */
export function withSuccessToast<Data, Problem, Variables, Context>(
  options: UseMutationOptions<Data, Problem, Variables, Context>,
  say: (data: Data, variables: Variables) => void,
): UseMutationOptions<Data, Problem, Variables, Context> {
  return {
    ...options,
    onSuccess: (data, variables, ...rest) => {
      say(data, variables);
      return options.onSuccess?.(data, variables, ...rest);
    },
  };
}
