import { ProblemError } from "@ensemble/contract/problem-error";

/** Returns the names of the fields that a problem says are missing: `client`, `items.0.price`. */
export function missingFields(error: unknown): readonly string[] {
  if (!(error instanceof ProblemError) || error.code !== "templates.fields_missing") return [];
  return `${error.problem.params.names ?? ""}`.split(",").filter((name) => name !== "");
}
