import type { Session } from "@ensemble/contract/wire";
import { useHost } from "@ensemble/host/HostContext";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { useMutation } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { RefusedOutside, signInOutsideMutation } from "./sign-in-outside";

/** Sign-in through the system's browser, for windows of the desktop app. Hidden in a browser. `alone`: no form follows. */
export function SignInOutside({
  onSignedIn,
  alone = false,
}: {
  onSignedIn: (session: Session) => void;
  alone?: boolean;
}) {
  const text = useText("accounts");
  const explain = useProblemText();
  const { signInOutside } = useHost();
  const signIn = useMutation(signInOutsideMutation(signInOutside));
  if (!signInOutside) return null;
  return (
    <div className="flex flex-col gap-2">
      {/* Pressed again, it opens the browser once more: its page may have been closed. */}
      <Button
        size="lg"
        wide
        icon={<ExternalLink className="size-4" aria-hidden="true" />}
        onClick={() => signIn.mutate(undefined, { onSuccess: onSignedIn })}
      >
        {text("sign_in_outside")}
      </Button>
      {signIn.isPending ? <Notice>{text("sign_in_outside_waiting")}</Notice> : null}
      {signIn.error instanceof RefusedOutside ? (
        <Notice tone={signIn.error.refusal === "denied" ? "info" : "warning"}>
          {text(`sign_in_outside_${signIn.error.refusal}`)}
        </Notice>
      ) : signIn.error ? (
        <Notice tone="danger">{explain(signIn.error)}</Notice>
      ) : null}
      {alone ? null : (
        <div className="mt-2 flex items-center gap-3 text-faint text-xs">
          <span className="h-px flex-1 bg-line" />
          {text("or")}
          <span className="h-px flex-1 bg-line" />
        </div>
      )}
    </div>
  );
}
