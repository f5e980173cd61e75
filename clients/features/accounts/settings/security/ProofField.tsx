import { useText } from "@ensemble/i18n/text";
import { PasswordField } from "@ensemble/ui/fields/PasswordField";

/** Edits the password by which a person proves themselves once more; nothing where the account has none. */
export function ProofField({
  hasPassword,
  value,
  onChange,
  error,
}: {
  hasPassword: boolean;
  value: string;
  onChange: (password: string) => void;
  error: string | null;
}) {
  const text = useText("accounts");
  if (!hasPassword) return null;
  return (
    <PasswordField
      label={text("password")}
      showLabel={text("show_password")}
      hideLabel={text("hide_password")}
      hint={text("proof_hint")}
      autoComplete="current-password"
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}
