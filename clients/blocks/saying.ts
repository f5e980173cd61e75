import type { UseMutationOptions } from "@tanstack/react-query";

/**
 * A mutation that says what was done where its success takes away the place it was asked from: a row that is deleted, a
 * form whose data is new. What `mutate` itself is given is not called any more then, and an undo would be lost.
 */
export function saying<Data, Problem, Variables, Context>(
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
