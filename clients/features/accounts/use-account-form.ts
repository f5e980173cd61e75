import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { useState } from "react";
import { type AccountField, fieldOf } from "./field-errors";

/** The errors of a form: what is missing before sending, what the server refused after it. */
export function useFormErrors(error: unknown) {
  const text = useText("accounts");
  const problemText = useProblemText();
  const [missing, setMissing] = useState<AccountField[]>([]);
  const refused = fieldOf(error);
  return {
    /** True when every value is there; else the empty fields say so. */
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
