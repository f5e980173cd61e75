import { ProblemError } from "@ensemble/contract/problem-error";

export type AccountField = "email" | "name" | "password" | "code" | "setup_code";

const FIELDS: Record<string, AccountField> = {
  "accounts.email_not_registered": "email",
  "accounts.email_taken": "email",
  "accounts.invalid_email": "email",
  "accounts.incorrect_password": "password",
  "accounts.password_too_short": "password",
  "accounts.password_too_long": "password",
  "accounts.password_common": "password",
  "accounts.name_invalid": "name",
  "accounts.wrong_code": "code",
  "accounts.code_expired": "code",
  "accounts.wrong_second_factor": "code",
  "accounts.password_unchanged": "password",
  "accounts.setup_code_wrong": "setup_code",
};

/** Returns the field that an error belongs to; null for the whole form. */
export function fieldOf(error: unknown): AccountField | null {
  if (!(error instanceof ProblemError)) return null;
  const named = error.problem.params.field;
  const known = FIELDS[error.code];
  if (known) return known;
  return named === "email" || named === "name" || named === "password" || named === "code" ? named : null;
}
