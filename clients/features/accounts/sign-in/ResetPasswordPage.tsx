import { useSession } from "@ensemble/blocks/session-queries";
import type { Session } from "@ensemble/contract/wire";
import { useDraft } from "@ensemble/host/use-draft";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { CodeField } from "@ensemble/ui/fields/CodeField";
import { PasswordField } from "@ensemble/ui/fields/PasswordField";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { AuthFrame } from "../AuthFrame";
import { forgotPasswordMutation, resetPasswordMutation } from "../account-queries";
import { OutboxNotice } from "../OutboxNotice";
import { useFormErrors } from "../use-account-form";
import { AuthLink } from "./LoginPage";

/** Page to reset the password with an emailed code. */
export function ResetPasswordPage({ onSignedIn }: { onSignedIn: (session: Session) => void }) {
  const text = useText("accounts");
  const [sentTo, setSentTo, forgetSentTo] = useDraft("accounts.reset.code_sent_to");
  return (
    <AuthFrame
      title={text("reset_title")}
      description={sentTo ? text("code_description", { email: sentTo }) : text("reset_description")}
      footer={<AuthLink to="/login">{text("back_to_sign_in")}</AuthLink>}
    >
      {sentTo ? (
        <NewPassword
          email={sentTo}
          onBack={() => setSentTo("")}
          onDone={(session) => {
            forgetSentTo();
            onSignedIn(session);
          }}
        />
      ) : (
        <AskForCode onSent={setSentTo} />
      )}
    </AuthFrame>
  );
}

function AskForCode({ onSent }: { onSent: (email: string) => void }) {
  const text = useText("accounts");
  const [email, setEmail] = useDraft("accounts.email");
  const forgot = useMutation(forgotPasswordMutation());
  const errors = useFormErrors(forgot.error);
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const address = email.trim();
        if (errors.check({ email })) forgot.mutate({ email: address }, { onSuccess: () => onSent(address) });
      }}
    >
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
      {errors.ofForm ? <Notice tone="danger">{errors.ofForm}</Notice> : null}
      <Button type="submit" kind="primary" size="lg" wide busy={forgot.isPending}>
        {text("send_code")}
      </Button>
    </form>
  );
}

function NewPassword({
  email,
  onBack,
  onDone,
}: {
  email: string;
  onBack: () => void;
  onDone: (session: Session) => void;
}) {
  const text = useText("accounts");
  const { setup } = useSession();
  const [code, setCode] = useState("");
  const [password, setPassword] = useState("");
  const reset = useMutation(resetPasswordMutation());
  const errors = useFormErrors(reset.error);
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (errors.check({ code, password })) reset.mutate({ email, code, password }, { onSuccess: onDone });
      }}
    >
      {setup.mail === "outbox" ? <OutboxNotice /> : null}
      <CodeField
        label={text("code")}
        digitLabel={(position) => text("code_digit", { position })}
        value={code}
        onChange={setCode}
        onComplete={() => undefined}
        error={errors.of("code")}
      />
      <PasswordField
        label={text("new_password")}
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
      <Button type="submit" kind="primary" size="lg" wide busy={reset.isPending}>
        {text("set_password")}
      </Button>
      <Button kind="ghost" size="sm" className="self-start" onClick={onBack}>
        {text("change_email")}
      </Button>
    </form>
  );
}
