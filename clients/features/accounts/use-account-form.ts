import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { useState } from "react";
import { type AccountField, fieldOf } from "./field-errors";

/** Returns the errors of a form: missing values before sending, and the server's afterwards. */
export function useFormErrors(error: unknown) {
  const text = useText("accounts");
  const problemText = useProblemText();
  const [missing, setMissing] = useState<AccountField[]>([]);
  const refused = fieldOf(error);
  return {
    /** Returns true if all values are present; otherwise shows errors at the empty fields. */
    check: (values: Partial<Record<AccountField, string>>): boolean => {
      const empty = (Object.keys(values) as AccountField[]).filter((field) => !values[field]?.trim());
      setMissing(empty);
      return empty.length === 0;
    },
    of: (field: AccountField): string | null => {
      if (missing.includes(field)) return text("required");
      return refused === field ? problemText(error) : null;
    },
    /** Error that belongs to no single field. */
    ofForm: error && refused === null ? problemText(error) : null,
  };
}
