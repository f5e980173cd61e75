import { useSession } from "@ensemble/blocks/session-queries";
import type { Session } from "@ensemble/contract/wire";
import { useDraft } from "@ensemble/host/use-draft";
import { useLocale, useText } from "@ensemble/i18n/text";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { signUpMutation } from "../account-queries";
import { AccountForm } from "../form/AccountForm";
import { EmailField, NameField, NewPasswordField } from "../form/account-fields";
import { OidcButtons } from "../sign-in/OidcButtons";
import { useFormErrors } from "../use-account-form";

/** First step: name and address. Typed values stay in the tab, except the password. */
export function SignUpDetails({
  wish,
  onCodeSent,
  onRegistered,
}: {
  wish: string;
  onCodeSent: (email: string) => void;
  onRegistered: (session: Session) => void;
}) {
  const text = useText("accounts");
  const { locale } = useLocale();
  const { setup } = useSession();
  const [name, setName, forgetName] = useDraft("accounts.name");
  const [email, setEmail, forgetEmail] = useDraft("accounts.email");
  const [password, setPassword] = useState("");
  const [setupCode, setSetupCode] = useState("");
  const signUp = useMutation(signUpMutation());
  const errors = useFormErrors(signUp.error);

  const submit = () => {
    const proof = setup.needs_setup_code ? { setup_code: setupCode } : {};
    if (!errors.check({ ...proof, name, email, password })) return;
    const address = email.trim();
    signUp.mutate(
      { ...proof, name: name.trim(), email: address, password, locale },
      {
        onSuccess: (answer) => {
          forgetName();
          forgetEmail();
          if (answer.state === "registered") onRegistered(answer.session);
          else onCodeSent(address);
        },
      },
    );
  };

  return (
    <>
      {setup.needs_operator ? null : <OidcButtons setup={setup} wish={wish} />}
      <AccountForm
        problem={errors.ofForm}
        action={text(setup.needs_operator ? "create_first_account" : "continue")}
        busy={signUp.isPending}
        onSubmit={submit}
      >
        {setup.needs_setup_code ? (
          <TextField
            label={text("setup_code")}
            name="setup_code"
            autoComplete="off"
            dir="ltr"
            spellCheck={false}
            value={setupCode}
            onChange={setSetupCode}
            error={errors.of("setup_code")}
            hint={text("setup_code_hint")}
          />
        ) : null}
        <NameField value={name} onChange={setName} error={errors.of("name")} />
        <EmailField value={email} onChange={setEmail} error={errors.of("email")} />
        <NewPasswordField
          label={text("password")}
          value={password}
          onChange={setPassword}
          error={errors.of("password")}
        />
      </AccountForm>
    </>
  );
}
