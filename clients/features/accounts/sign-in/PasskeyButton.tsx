import type { SignInAnswer } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { hasPasskeys } from "../passkeys/ceremonies";
import { usePasskeyText } from "../passkeys/use-passkey-text";
import { passkeySignInMutation } from "./step-queries";

/** Button that signs in with a passkey; nothing where the browser has none. */
export function PasskeyButton({
  label,
  autoFocus,
  onAnswer,
  onError,
}: {
  label: string;
  autoFocus?: boolean;
  onAnswer: (answer: SignInAnswer) => void;
  onError?: (error: unknown) => void;
}) {
  const text = useText("accounts");
  const passkeyText = usePasskeyText();
  const signIn = useMutation(passkeySignInMutation());
  if (!hasPasskeys()) return null;
  const problem = passkeyText(signIn.error);
  return (
    <>
      <Button
        size="lg"
        wide
        autoFocus={autoFocus}
        busy={signIn.isPending}
        onClick={() => signIn.mutate(undefined, { onSuccess: onAnswer, onError })}
      >
        <KeyRound className="size-4" aria-hidden="true" />
        {label}
      </Button>
      {signIn.isPending ? (
        <p role="status" className="text-muted text-sm">
          {text("passkey_waiting")}
        </p>
      ) : null}
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
    </>
  );
}
