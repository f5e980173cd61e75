import { sessionQuery, useSession } from "@ensemble/blocks/session-queries";
import { useEndedText } from "@ensemble/blocks/use-ended-text";
import { ProblemError } from "@ensemble/contract/problem-error";
import type { Session } from "@ensemble/contract/wire";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { useDraft } from "@ensemble/host/use-draft";
import { problemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { PasswordField } from "@ensemble/ui/fields/PasswordField";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { AuthFrame } from "../AuthFrame";
import { signInMutation } from "../account-queries";
import { AccountForm } from "../form/AccountForm";
import { EmailField } from "../form/account-fields";
import { useFormErrors } from "../use-account-form";
import { CompanySignIn } from "./CompanySignIn";
import { OidcButtons } from "./OidcButtons";
import { PasskeyButton } from "./PasskeyButton";
import { SignInOutside } from "./SignInOutside";
import { SignInSteps } from "./SignInSteps";
import { useSignInSteps } from "./use-sign-in-steps";

/** Sign-in page. `wasSent`: another page redirected here. `onStep`: the password was right, and a step is due. */
export function LoginPage({
  wish,
  wasSent,
  errorCode,
  onSignedIn,
  onStep,
}: {
  wish: string;
  wasSent: boolean;
  errorCode: string | null;
  onSignedIn: (session: Session) => void;
  onStep?: () => void;
}) {
  const text = useText("accounts");
  const { setup, ended_reason } = useSession();
  const endedText = useEndedText();
  const [email, setEmail, forgetEmail] = useDraft("accounts.email");
  const [password, setPassword] = useState("");
  const signIn = useMutation(signInMutation());
  const errors = useFormErrors(signIn.error);
  const showBan = useShowBan();
  const { step, arrive, startAgain } = useSignInSteps((session) => {
    forgetEmail();
    onSignedIn(session);
  }, onStep);
  const submit = () => {
    if (!errors.check({ email, password })) return;
    signIn.mutate(
      { email: email.trim(), password },
      {
        onSuccess: (answer) => {
          setPassword("");
          arrive(answer);
        },
        onError: showBan,
      },
    );
  };

  const notices = (
    <>
      {errorCode ? <Notice tone="danger">{problemText({ code: errorCode })}</Notice> : null}
      {ended_reason && !errorCode ? <Notice tone="warning">{endedText(ended_reason)}</Notice> : null}
      {wasSent && !ended_reason && !errorCode ? (
        <Notice>{problemText({ code: "identity.login_required", message: text("login_required") })}</Notice>
      ) : null}
    </>
  );
  const passkey = setup.passkeys ? (
    <PasskeyButton label={text("sign_in_with_passkey")} onAnswer={arrive} onError={showBan} />
  ) : null;

  if (step) return <SignInSteps step={step} onAnswer={arrive} onStartAgain={startAgain} />;
  if (setup.password_sign_in === false)
    return (
      <CompanySignIn wish={wish} notices={notices} onSignedIn={onSignedIn}>
        {passkey}
      </CompanySignIn>
    );
  return (
    <AuthFrame
      title={text("sign_in_title")}
      footer={
        setup.sign_up_open ? (
          <>
            {text("no_account")} <AuthLink to={withWish("/sign-up", wish)}>{text("sign_up")}</AuthLink>
          </>
        ) : null
      }
    >
      {notices}
      <SignInOutside onSignedIn={onSignedIn} />
      <OidcButtons setup={setup} wish={wish} />
      <AccountForm
        problem={errors.ofForm}
        action={text("sign_in")}
        busy={signIn.isPending}
        onSubmit={submit}
        below={<AuthLink to="/reset-password">{text("forgot_password")}</AuthLink>}
      >
        <EmailField value={email} onChange={setEmail} error={errors.of("email")} />
        <PasswordField
          label={text("password")}
          showLabel={text("show_password")}
          hideLabel={text("hide_password")}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={errors.of("password")}
        />
      </AccountForm>
      {passkey}
    </AuthFrame>
  );
}

/** Returns a function that redirects a suspended person to the page with the reason. */
function useShowBan(): (error: unknown) => void {
  const queryClient = useQueryClient();
  const { navigate } = useNavigation();
  return (error) => {
    if (!(error instanceof ProblemError) || error.code !== "accounts.suspended") return;
    const { reason } = error.problem.params;
    const ended_note = typeof reason === "string" ? reason : null;
    queryClient.setQueryData(
      sessionQuery.queryKey,
      (session) => session && { ...session, ended_reason: "suspended", ended_note },
    );
    navigate("/banned");
  };
}

export const withWish = (path: string, wish: string) =>
  wish === "/" ? path : `${path}?redirectTo=${encodeURIComponent(wish)}`;

export function AuthLink({ to, children }: { to: string; children: string }) {
  return (
    <AppLink
      to={to}
      className="self-start rounded-sm touch:-my-3 touch:py-3 font-medium text-accent-ink text-sm underline-offset-4 hover:underline"
    >
      {children}
    </AppLink>
  );
}
