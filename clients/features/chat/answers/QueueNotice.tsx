import type { MessageDraft } from "@ensemble/contract/apply-run-event";
import { aboutTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Hourglass } from "lucide-react";
import { useEffect, useState } from "react";

type Queue = NonNullable<MessageDraft["queue"]>;

/**
 * Placeholder for a queued answer (spec §8, the high-traffic notice): its position and the estimated wait.
 */
export function QueueNotice({ queue }: { queue: Queue }) {
  const text = useText("chat");
  const { locale } = useLocale();
  const left = useSecondsLeft(queue);
  return (
    <div className="flex items-start gap-3 rounded-md bg-sunken px-4 py-3 text-sm shadow-[inset_0_0_0_1px_var(--line)]">
      <Hourglass className="mt-0.5 size-4 flex-none text-muted" aria-hidden="true" />
      <div className="min-w-0">
        <p role="status">
          <span className="block font-medium">{text("high_traffic")}</span>
          <span className="text-muted">{text("queued", { position: queue.position })}</span>
        </p>
        {left === null ? null : (
          <p role="timer" className="text-muted tabular-nums">
            {left > 0 ? text("queue_wait", { time: aboutTime(left, locale) }) : text("queue_soon")}
          </p>
        )}
      </div>
    </div>
  );
}

/** Counts down from the estimate; a later reader has less left. Null: unknown. */
function useSecondsLeft({ estimatedWaitSeconds: wait, at }: Queue): number | null {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (wait === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [wait]);
  if (wait === null) return null;
  const passed = (now - new Date(at).getTime()) / 1_000;
  // Clock differences must not make it longer.
  return Math.ceil(Math.min(wait, Math.max(0, wait - passed)));
}
