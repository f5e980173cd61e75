import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { PasskeyError } from "./ceremonies";

/** Returns a function for the text of what went wrong with a passkey; null: nothing, or its person cancelled. */
export function usePasskeyText(): (error: unknown) => string | null {
  const text = useText("accounts");
  const problemText = useProblemText();
  return (error) => {
    if (!(error instanceof PasskeyError)) return problemText(error);
    return error.reason === "cancelled" ? null : text(`passkey_error.${error.reason}`);
  };
}
