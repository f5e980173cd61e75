import { useSession } from "@ensemble/blocks/session-queries";
import type { Session, SignInAnswer } from "@ensemble/contract/wire";
import { useDraft } from "@ensemble/host/use-draft";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { CodeField } from "@ensemble/ui/fields/CodeField";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { AuthFrame } from "../AuthFrame";
import { forgotPasswordMutation, resetPasswordMutation } from "../account-queries";
import { AccountForm } from "../form/AccountForm";
import { EmailField, NewPasswordField } from "../form/account-fields";
import { OutboxNotice } from "../OutboxNotice";
import { useFormErrors } from "../use-account-form";
import { CompanySignIn } from "./CompanySignIn";
import { AuthLink } from "./LoginPage";
import { SignInSteps } from "./SignInSteps";
import { useSignInSteps } from "./use-sign-in-steps";

/** Page to reset the password with an emailed code. */
export function ResetPasswordPage({ onSignedIn }: { onSignedIn: (session: Session) => void }) {
  const text = useText("accounts");
  const [sentTo, setSentTo, forgetSentTo] = useDraft("accounts.reset.code_sent_to");
  const { step, arrive, startAgain } = useSignInSteps(onSignedIn);
  const { setup } = useSession();
  if (setup.password_sign_in === false) return <CompanySignIn wish="/" onSignedIn={onSignedIn} />;
  if (step) return <SignInSteps step={step} onAnswer={arrive} onStartAgain={startAgain} />;
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
          onDone={(answer) => {
            forgetSentTo();
            arrive(answer);
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
    <AccountForm
      problem={errors.ofForm}
      action={text("send_code")}
      busy={forgot.isPending}
      onSubmit={() => {
        const address = email.trim();
        if (errors.check({ email })) forgot.mutate({ email: address }, { onSuccess: () => onSent(address) });
      }}
    >
      <EmailField value={email} onChange={setEmail} error={errors.of("email")} />
    </AccountForm>
  );
}

function NewPassword({
  email,
  onBack,
  onDone,
}: {
  email: string;
  onBack: () => void;
  onDone: (answer: SignInAnswer) => void;
}) {
  const text = useText("accounts");
  const { setup } = useSession();
  const [code, setCode] = useState("");
  const [password, setPassword] = useState("");
  const reset = useMutation(resetPasswordMutation());
  const errors = useFormErrors(reset.error);
  return (
    <AccountForm
      problem={errors.ofForm}
      action={text("set_password")}
      busy={reset.isPending}
      onSubmit={() => {
        if (errors.check({ code, password })) reset.mutate({ email, code, password }, { onSuccess: onDone });
      }}
      below={
        <Button kind="ghost" size="sm" className="self-start" onClick={onBack}>
          {text("change_email")}
        </Button>
      }
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
      <NewPasswordField
        label={text("new_password")}
        value={password}
        onChange={setPassword}
        error={errors.of("password")}
      />
    </AccountForm>
  );
}
