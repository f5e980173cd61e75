import { useEffect, useState } from "react";

/** Counts down seconds to zero, starting from `first`. */
export function useSecondsLeft(first = 0): { seconds: number; start: (seconds: number) => void } {
  const [seconds, setSeconds] = useState(first);
  const counting = seconds > 0;
  useEffect(() => {
    if (!counting) return;
    const timer = setInterval(() => setSeconds((left) => left - 1), 1000);
    return () => clearInterval(timer);
  }, [counting]);
  return { seconds, start: setSeconds };
}
