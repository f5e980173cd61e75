import { useText } from "@ensemble/i18n/text";
import { PasswordField } from "@ensemble/ui/fields/PasswordField";
import { TextField } from "@ensemble/ui/fields/TextField";

interface FieldProps {
  value: string;
  onChange: (value: string) => void;
  error: string | null;
}

/** Edits the address of an account. */
export function EmailField(props: FieldProps) {
  const text = useText("accounts");
  return (
    <TextField
      label={text("email")}
      type="email"
      name="email"
      autoComplete="username"
      inputMode="email"
      dir="ltr"
      spellCheck={false}
      {...props}
    />
  );
}

/** Edits the name of an account. */
export function NameField(props: FieldProps) {
  const text = useText("accounts");
  return <TextField label={text("name")} name="name" autoComplete="name" {...props} />;
}

/** Edits the password that an account is to have. */
export function NewPasswordField({ label, ...props }: FieldProps & { label: string; autoFocus?: boolean }) {
  const text = useText("accounts");
  return (
    <PasswordField
      label={label}
      showLabel={text("show_password")}
      hideLabel={text("hide_password")}
      name="password"
      autoComplete="new-password"
      hint={text("password_hint")}
      {...props}
    />
  );
}
