import { useSession } from "@ensemble/blocks/session-queries";
import type { Session } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useState } from "react";
import { AuthFrame } from "../AuthFrame";
import { invitedQuery, signUpMutation } from "../account-queries";
import { AccountForm } from "../form/AccountForm";
import { NameField, NewPasswordField } from "../form/account-fields";
import { CompanySignIn } from "../sign-in/CompanySignIn";
import { AuthLink } from "../sign-in/LoginPage";
import { useFormErrors } from "../use-account-form";

/** Page for a person whom an operator invited: name and password, done. */
export function InvitedPage({
  invitation,
  onSignedIn,
}: {
  invitation: string;
  onSignedIn: (session: Session) => void;
}) {
  const text = useText("accounts");
  const problemText = useProblemText();
  const { setup } = useSession();
  const invited = useQuery(invitedQuery(invitation));
  if (invited.isPending)
    return (
      <AuthFrame title={text("invited_title")}>
        <SkeletonLines label={text("loading")} />
      </AuthFrame>
    );
  if (invited.isError)
    return (
      <AuthFrame title={text("sign_up_title")}>
        <EmptyState
          icon={<Lock />}
          title={problemText(invited.error) ?? ""}
          action={<AuthLink to="/login">{text("sign_in")}</AuthLink>}
        />
      </AuthFrame>
    );
  const { email, name } = invited.data;
  if (setup.password_sign_in === false) return <CompanySignIn wish="/" onSignedIn={onSignedIn} />;
  return (
    <AuthFrame title={text("invited_title")} description={text("invited_description", { email })}>
      <InvitedForm invitation={invitation} email={email} name={name} onSignedIn={onSignedIn} />
    </AuthFrame>
  );
}

function InvitedForm({
  invitation,
  email,
  name: known,
  onSignedIn,
}: {
  invitation: string;
  email: string;
  name: string;
  onSignedIn: (session: Session) => void;
}) {
  const text = useText("accounts");
  const { locale } = useLocale();
  const [name, setName] = useState(known);
  const [password, setPassword] = useState("");
  const signUp = useMutation(signUpMutation());
  const errors = useFormErrors(signUp.error);
  const submit = () => {
    if (!errors.check({ name, password })) return;
    signUp.mutate(
      { invitation, email, name: name.trim(), password, locale },
      { onSuccess: (answer) => answer.state === "registered" && onSignedIn(answer.session) },
    );
  };
  return (
    <AccountForm
      problem={errors.ofForm}
      action={text("create_first_account")}
      busy={signUp.isPending}
      onSubmit={submit}
    >
      <TextField
        label={text("email")}
        type="email"
        name="email"
        autoComplete="username"
        dir="ltr"
        readOnly
        value={email}
        onChange={() => undefined}
      />
      <NameField value={name} onChange={setName} error={errors.of("name")} />
      <NewPasswordField
        label={text("password")}
        value={password}
        onChange={setPassword}
        error={errors.of("password")}
      />
    </AccountForm>
  );
}
