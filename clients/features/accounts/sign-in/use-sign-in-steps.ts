import type { Session, SignInAnswer, SignInStep } from "@ensemble/contract/wire";
import { useState } from "react";

/**
 * Returns the step that is due, and a function that takes the answer of a sign-in or of a step. `onStep` is called when a
 * step is due.
 */
export function useSignInSteps(onSignedIn: (session: Session) => void, onStep?: () => void) {
  const [step, setStep] = useState<SignInStep | null>(null);
  return {
    step,
    arrive: (answer: SignInAnswer) => {
      if (!("ticket" in answer)) return onSignedIn(answer);
      setStep(answer);
      onStep?.();
    },
    startAgain: () => setStep(null),
  };
}
