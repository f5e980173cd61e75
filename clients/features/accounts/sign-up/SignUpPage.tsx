import { useSession } from "@ensemble/blocks/session-queries";
import type { Session } from "@ensemble/contract/wire";
import { useDraft } from "@ensemble/host/use-draft";
import { useText } from "@ensemble/i18n/text";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { Lock } from "lucide-react";
import { AuthFrame } from "../AuthFrame";
import { CompanySignIn } from "../sign-in/CompanySignIn";
import { AuthLink, withWish } from "../sign-in/LoginPage";
import { CodeStep } from "./CodeStep";
import { SignUpDetails } from "./SignUpDetails";

/** Sign-up page: details, six-digit code, done (spec §4). The first account needs no code. */
export function SignUpPage({ wish, onSignedIn }: { wish: string; onSignedIn: (session: Session) => void }) {
  const text = useText("accounts");
  const { setup } = useSession();
  // The step survives a reload, because people leave to read the email and come back.
  const [waitingFor, setWaitingFor, forgetStep] = useDraft("accounts.sign_up.code_sent_to");
  const arrive = (session: Session) => {
    forgetStep();
    onSignedIn(session);
  };

  if (setup.password_sign_in === false) return <CompanySignIn wish={wish} onSignedIn={onSignedIn} />;
  if (!setup.sign_up_open && !setup.needs_operator) {
    return (
      <AuthFrame title={text("sign_up_title")}>
        <EmptyState
          icon={<Lock />}
          title={text("sign_up_closed")}
          description={text("sign_up_closed_hint")}
          action={<AuthLink to={withWish("/login", wish)}>{text("sign_in")}</AuthLink>}
        />
      </AuthFrame>
    );
  }
  if (waitingFor && !setup.needs_operator) {
    return (
      <AuthFrame title={text("code_title")} description={text("code_description", { email: waitingFor })}>
        <CodeStep email={waitingFor} onVerified={arrive} onBack={() => setWaitingFor("")} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title={text(setup.needs_operator ? "first_account_title" : "sign_up_title")}
      description={setup.needs_operator ? text("first_account_description") : undefined}
      footer={
        setup.needs_operator ? null : (
          <>
            {text("have_account")} <AuthLink to={withWish("/login", wish)}>{text("sign_in")}</AuthLink>
          </>
        )
      }
    >
      <SignUpDetails wish={wish} onCodeSent={setWaitingFor} onRegistered={arrive} />
    </AuthFrame>
  );
}
