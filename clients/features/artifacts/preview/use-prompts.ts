import { useSession } from "@ensemble/blocks/session-queries";
import { api } from "@ensemble/contract/api";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { useState } from "react";

/** A prompt that waits for the person's consent. */
interface Waiting {
  decide: (agrees: boolean) => void;
}

/**
 * Answers the prompts of an artifact by a model, with the quota of whoever looks at it, once they agree. They are asked once while it
 * is open.
 */
export function usePrompts(artifactId: string | null, isOn: boolean) {
  const text = useText("artifacts");
  const problemText = useProblemText();
  const { me } = useSession();
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  const [agreed, setAgreed] = useState<boolean | null>(null);
  const consent = () =>
    agreed !== null
      ? Promise.resolve(agreed)
      : new Promise<boolean>((decide) => setWaiting((now) => [...now, { decide }]));
  const ask = async (prompt: string): Promise<string> => {
    if (!isOn || artifactId === null) throw new Error(text("prompts_off"));
    if (!me) throw new Error(text("prompts_sign_in"));
    if (!(await consent())) throw new Error(text("prompts_refused"));
    try {
      const answer = await api.post("/api/artifacts/{id}/prompts", {
        path: { id: artifactId },
        body: { prompt },
      });
      return answer.text;
    } catch (error) {
      throw new Error(problemText(error) ?? String(error));
    }
  };
  return {
    ask,
    isAsking: waiting.length > 0,
    decide: (agrees: boolean) => {
      setAgreed(agrees);
      setWaiting([]);
      for (const one of waiting) one.decide(agrees);
    },
  };
}
