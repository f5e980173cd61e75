import { ProblemError } from "@ensemble/contract/problem-error";

/** The field that a refusal names; null where it names none. */
export function wrongField(error: unknown): string | null {
  const field = error instanceof ProblemError ? error.problem.params.field : null;
  return typeof field === "string" ? field : null;
}
