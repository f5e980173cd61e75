import type { Session } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useState } from "react";
import { AuthFrame } from "../AuthFrame";
import { AccountForm } from "../form/AccountForm";
import { NewPasswordField } from "../form/account-fields";
import { useFormErrors } from "../use-account-form";
import { AuthLink } from "./LoginPage";
import { SignInSteps } from "./SignInSteps";
import { passwordLinkQuery, redeemLinkMutation } from "./step-queries";
import { useSignInSteps } from "./use-sign-in-steps";

/** Page of a link by which a person sets their password. */
export function SetPasswordPage({
  link,
  onSignedIn,
}: {
  link: string;
  onSignedIn: (session: Session) => void;
}) {
  const text = useText("accounts");
  const problemText = useProblemText();
  const person = useQuery(passwordLinkQuery(link));
  const { step, arrive, startAgain } = useSignInSteps(onSignedIn);
  const [password, setPassword] = useState("");
  const redeem = useMutation(redeemLinkMutation());
  const errors = useFormErrors(redeem.error);

  if (step) return <SignInSteps step={step} onAnswer={arrive} onStartAgain={startAgain} />;
  if (person.isPending)
    return (
      <AuthFrame title={text("choose_password_title")}>
        <SkeletonLines label={text("loading")} />
      </AuthFrame>
    );
  if (person.isError)
    return (
      <AuthFrame title={text("choose_password_title")}>
        <EmptyState
          icon={<Lock />}
          title={problemText(person.error) ?? ""}
          action={<AuthLink to="/login">{text("sign_in")}</AuthLink>}
        />
      </AuthFrame>
    );
  return (
    <AuthFrame title={text("choose_password_title")} description={text("link_description")}>
      <AccountForm
        problem={errors.ofForm}
        action={text("set_password")}
        busy={redeem.isPending}
        onSubmit={() => {
          if (errors.check({ password })) redeem.mutate({ link, password }, { onSuccess: arrive });
        }}
      >
        <TextField
          label={text("email")}
          type="email"
          name="email"
          autoComplete="username"
          dir="ltr"
          readOnly
          value={person.data.email}
          onChange={() => undefined}
        />
        <NewPasswordField
          label={text("new_password")}
          value={password}
          onChange={setPassword}
          error={errors.of("password")}
        />
      </AccountForm>
    </AuthFrame>
  );
}
