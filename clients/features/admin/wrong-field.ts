import { ProblemError } from "@ensemble/contract/problem-error";

/** Returns the field named by an error; null: none. */
export function wrongField(error: unknown): string | null {
  const field = error instanceof ProblemError ? error.problem.params.field : null;
  return typeof field === "string" ? field : null;
}
