import { safeRedirect } from "@ensemble/blocks/area/safe-redirect";
import { useShell } from "@ensemble/blocks/area/shell";
import { useSession } from "@ensemble/blocks/session-queries";
import type { Session } from "@ensemble/contract/wire";
import { useNavigation } from "@ensemble/host/navigation";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { DeletionPage } from "./DeletionPage";
import { AuthorizePage, DeviceLandingPage } from "./sign-in/AuthorizePage";
import type { DeviceQuery } from "./sign-in/device-wish";
import { LandingPage } from "./sign-in/LandingPage";
import { LoginPage } from "./sign-in/LoginPage";
import { ResetPasswordPage } from "./sign-in/ResetPasswordPage";
import { SetPasswordPage } from "./sign-in/SetPasswordPage";
import { InvitedPage } from "./sign-up/InvitedPage";
import { SignUpPage } from "./sign-up/SignUpPage";

interface Query {
  redirectTo?: string;
  /** Code of the problem that a sign-in elsewhere ended with. */
  error?: string;
}

const NoticeBanner = lazy(() =>
  import("@ensemble/blocks/notices/NoticeBanner").then((file) => ({ default: file.NoticeBanner })),
);

/** Returns where to go after signing in, and what to do with the session that comes of it. */
function useArrival(redirectTo: string | undefined) {
  const { enter } = useShell();
  const { navigate } = useNavigation();
  const target = safeRedirect(redirectTo);
  const arrive = (session: Session) => {
    enter(session);
    navigate(target, { replace: true });
  };
  return { target, arrive };
}

/**
 * Leads people who are signed in already to where they wanted to go. `isHeld`: not now, because the page shows what must
 * be read first.
 */
function useSkipWhenSignedIn(target: string, isHeld = false) {
  const { me } = useSession();
  const { navigate } = useNavigation();
  const signedIn = me !== null;
  useEffect(() => {
    if (signedIn && !isHeld) navigate(target, { replace: true });
  }, [signedIn, isHeld, target, navigate]);
}

/** Shows the operator's notice above a page where people sign in. */
function BelowNotice({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-full flex-col bg-surface">
      <Suspense>
        <NoticeBanner />
      </Suspense>
      {children}
    </div>
  );
}

export function LoginScreen({ redirectTo, error }: Query) {
  const { target, arrive } = useArrival(redirectTo);
  // The last step signs in and shows recovery codes: a refetched session must not lead away from them.
  const [isStepping, setStepping] = useState(false);
  useSkipWhenSignedIn(target, isStepping);
  return (
    <BelowNotice>
      <LoginPage
        wish={target}
        wasSent={target !== "/"}
        errorCode={error ?? null}
        onSignedIn={arrive}
        onStep={() => setStepping(true)}
      />
    </BelowNotice>
  );
}

export function SignUpScreen({ redirectTo, invitation }: Query & { invitation?: string }) {
  const { target, arrive } = useArrival(redirectTo);
  useSkipWhenSignedIn(target);
  return (
    <BelowNotice>
      {invitation ? (
        <InvitedPage invitation={invitation} onSignedIn={arrive} />
      ) : (
        <SignUpPage wish={target} onSignedIn={arrive} />
      )}
    </BelowNotice>
  );
}

export function SetPasswordScreen({ link }: { link?: string }) {
  const { arrive } = useArrival(undefined);
  return (
    <BelowNotice>
      <SetPasswordPage link={link ?? ""} onSignedIn={arrive} />
    </BelowNotice>
  );
}

export function ResetScreen({ redirectTo }: Query) {
  const { arrive } = useArrival(redirectTo);
  return (
    <BelowNotice>
      <ResetPasswordPage onSignedIn={arrive} />
    </BelowNotice>
  );
}

/** The end of a sign-in elsewhere: through an identity provider, or of a program that waits at this address. */
export function LandingScreen({ state, error, client_type, redirectTo }: Query & DeviceQuery) {
  return state ? (
    <DeviceLandingPage allowed={!error} isDesktop={client_type === "desktop"} />
  ) : (
    <SignInLandingScreen redirectTo={redirectTo} error={error} />
  );
}

function SignInLandingScreen({ redirectTo, error }: Query) {
  const { target, arrive } = useArrival(redirectTo);
  return <LandingPage wish={target} errorCode={error ?? null} onSignedIn={arrive} />;
}

export function AuthorizeScreen(query: DeviceQuery) {
  const { navigate } = useNavigation();
  // The desktop app waits at a port of this computer (`deviceWish` accepts no other address).
  const leave = (address: string) =>
    address.startsWith("/") ? navigate(address, { replace: true }) : location.replace(address);
  return <AuthorizePage query={query} onDecided={leave} />;
}

export function DeletionScreen() {
  const { leave } = useShell();
  return <DeletionPage onDeleted={() => leave()} />;
}
