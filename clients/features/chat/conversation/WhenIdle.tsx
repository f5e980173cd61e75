import { type ReactNode, startTransition, useEffect, useState } from "react";

/** Maximum delay, however busy the page is. */
const AT_LATEST_MS = 1_000;

/**
 * Renders its content when the page is idle, so that it costs no frames while scrolling. Its space is
 * reserved by the parent.
 */
export function WhenIdle({ now, children }: { now: boolean; children: ReactNode }) {
  const [ready, setReady] = useState(now || typeof requestIdleCallback === "undefined");
  useEffect(() => {
    if (ready) return;
    const waiting = requestIdleCallback(() => startTransition(() => setReady(true)), {
      timeout: AT_LATEST_MS,
    });
    return () => cancelIdleCallback(waiting);
  }, [ready]);
  return ready || now ? children : null;
}
