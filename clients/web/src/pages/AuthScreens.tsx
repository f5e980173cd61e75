import { sessionQuery, useSession } from "@ensemble/blocks/session-queries";
import type { Session } from "@ensemble/contract/wire";
import { DeletionPage } from "@ensemble/feature-accounts/DeletionPage";
import { AuthorizePage, DeviceLandingPage } from "@ensemble/feature-accounts/sign-in/AuthorizePage";
import type { DeviceQuery } from "@ensemble/feature-accounts/sign-in/device-wish";
import { LandingPage } from "@ensemble/feature-accounts/sign-in/LandingPage";
import { LoginPage } from "@ensemble/feature-accounts/sign-in/LoginPage";
import { ResetPasswordPage } from "@ensemble/feature-accounts/sign-in/ResetPasswordPage";
import { SignUpPage } from "@ensemble/feature-accounts/sign-up/SignUpPage";
import { useHost } from "@ensemble/host/HostContext";
import { useNavigation } from "@ensemble/host/navigation";
import { useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { forgetCache } from "../boot/query-cache";
import { safeRedirect } from "../boot/redirect-to";
import { forgetSessionEnd } from "../boot/session-end";
import { OperatorNotice } from "../frame/OperatorNotice";
import { useLeave } from "../frame/use-leave";

/** Returns the redirect after signing in, and the handler of the new session. */
function useArrival() {
  const { redirectTo, error } = useSearch({ strict: false }) as { redirectTo?: string; error?: string };
  const queryClient = useQueryClient();
  const { storage } = useHost();
  const { navigate } = useNavigation();
  const wish = safeRedirect(redirectTo);
  const arrive = (session: Session) => {
    forgetSessionEnd();
    forgetCache(queryClient, storage);
    queryClient.setQueryData(sessionQuery.queryKey, session);
    navigate(wish, { replace: true });
  };
  return { wish, error: error ?? null, wasSent: wish !== "/", arrive };
}

/** Redirects people who are signed in already. */
function useSkipWhenSignedIn(wish: string) {
  const { me } = useSession();
  const { navigate } = useNavigation();
  const signedIn = me !== null;
  useEffect(() => {
    if (signedIn) navigate(wish, { replace: true });
  }, [signedIn, wish, navigate]);
}

/** Shows the operator's notice above a sign-in page. */
function BelowNotice({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-full flex-col bg-surface">
      <OperatorNotice />
      {children}
    </div>
  );
}

export function LoginScreen() {
  const { wish, error, wasSent, arrive } = useArrival();
  useSkipWhenSignedIn(wish);
  return (
    <BelowNotice>
      <LoginPage wish={wish} wasSent={wasSent} errorCode={error} onSignedIn={arrive} />
    </BelowNotice>
  );
}

export function SignUpScreen() {
  const { wish, arrive } = useArrival();
  useSkipWhenSignedIn(wish);
  return (
    <BelowNotice>
      <SignUpPage wish={wish} onSignedIn={arrive} />
    </BelowNotice>
  );
}

export function ResetScreen() {
  const { arrive } = useArrival();
  return (
    <BelowNotice>
      <ResetPasswordPage onSignedIn={arrive} />
    </BelowNotice>
  );
}

/**
 * Redirect target of external sign-ins: through an identity provider, or of a program that waits at this
 * address.
 */
export function LandingScreen() {
  const { state } = useSearch({ strict: false }) as DeviceQuery;
  return state ? <DeviceLandingScreen /> : <SignInLandingScreen />;
}

function DeviceLandingScreen() {
  const { error, client_type } = useSearch({ strict: false }) as { error?: string; client_type?: string };
  return <DeviceLandingPage allowed={!error} isDesktop={client_type === "desktop"} />;
}

export function AuthorizeScreen() {
  const query = useSearch({ strict: false }) as DeviceQuery;
  const { navigate } = useNavigation();
  // The desktop app waits at a port of this computer (`deviceWish` lets no other address through).
  const leave = (address: string) =>
    address.startsWith("/") ? navigate(address, { replace: true }) : location.replace(address);
  return <AuthorizePage query={query} onDecided={leave} />;
}

function SignInLandingScreen() {
  const { wish, error, arrive } = useArrival();
  return <LandingPage wish={wish} errorCode={error} onSignedIn={arrive} />;
}

export function DeletionScreen() {
  const leave = useLeave();
  return <DeletionPage onDeleted={() => leave()} />;
}
