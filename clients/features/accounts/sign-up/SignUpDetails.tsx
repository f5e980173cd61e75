import { useSession } from "@ensemble/blocks/session-queries";
import type { Session } from "@ensemble/contract/wire";
import { useDraft } from "@ensemble/host/use-draft";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { PasswordField } from "@ensemble/ui/fields/PasswordField";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { signUpMutation } from "../account-queries";
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
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
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
        <TextField
          label={text("name")}
          name="name"
          autoComplete="name"
          value={name}
          onChange={setName}
          error={errors.of("name")}
        />
        <TextField
          label={text("email")}
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          dir="ltr"
          spellCheck={false}
          value={email}
          onChange={setEmail}
          error={errors.of("email")}
        />
        <PasswordField
          label={text("password")}
          showLabel={text("show_password")}
          hideLabel={text("hide_password")}
          name="password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          error={errors.of("password")}
          hint={text("password_hint")}
        />
        {errors.ofForm ? <Notice tone="danger">{errors.ofForm}</Notice> : null}
        <Button type="submit" kind="primary" size="lg" wide busy={signUp.isPending}>
          {text(setup.needs_operator ? "create_first_account" : "continue")}
        </Button>
      </form>
    </>
  );
}
