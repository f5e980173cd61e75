import { sessionQuery } from "@ensemble/blocks/session-queries";
import type { Session } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { Spinner } from "@ensemble/ui/feedback/Spinner";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { AuthFrame } from "../AuthFrame";
import { AuthLink, withWish } from "./LoginPage";

/** Error of a failed sign-in; without one, nobody was signed in. */
interface Failure {
  error?: unknown;
}

/** Redirect target of an external sign-in: loads the session and continues. */
export function LandingPage({
  wish,
  errorCode,
  onSignedIn,
}: {
  wish: string;
  errorCode: string | null;
  onSignedIn: (session: Session) => void;
}) {
  const text = useText("accounts");
  const explain = useProblemText();
  const queryClient = useQueryClient();
  // Its texts load when they are available, which may be after the page.
  const [failure, setFailure] = useState<Failure | null>(errorCode ? { error: { code: errorCode } } : null);

  const ask = useEffectEvent(async () => {
    try {
      const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
      if (session.me) onSignedIn(session);
      else setFailure({});
    } catch (error) {
      setFailure({ error });
    }
  });
  useEffect(() => {
    if (failure === null) void ask();
  }, [failure]);

  return (
    <AuthFrame title={text("landing_title")}>
      {failure === null ? (
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner />
          {text("landing_description")}
        </p>
      ) : (
        <>
          <Notice tone="danger">{explain(failure.error) ?? text("landing_failed")}</Notice>
          {errorCode ? null : <Button onClick={() => setFailure(null)}>{text("try_again")}</Button>}
          <AuthLink to={withWish("/login", wish)}>{text("back_to_sign_in")}</AuthLink>
        </>
      )}
    </AuthFrame>
  );
}
