import { useAnswerRun } from "@ensemble/blocks/answers/use-answer-run";
import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { PowerupRun } from "../operations";

/** Starts runs of a PowerUP one after another, and follows the last one. `mutation` starts one with its input. */
export function useRun<Input>(mutation: UseMutationOptions<PowerupRun, Error, Input>) {
  const start = useMutation(mutation);
  const [started, setStarted] = useState<PowerupRun | null>(null);
  const [isFinished, setIsFinished] = useState(true);
  const onEnd = useCallback(() => setIsFinished(true), []);
  const draft = useAnswerRun(started?.run_id ?? null, onEnd);
  return {
    started,
    isFinished,
    isStarting: start.isPending,
    error: start.error,
    draft,
    start: (input: Input) => {
      if (start.isPending || !isFinished) return;
      start.mutate(input, {
        onSuccess: (run) => {
          setIsFinished(false);
          setStarted(run);
        },
      });
    },
  };
}

export type Run = Omit<ReturnType<typeof useRun>, "start">;
