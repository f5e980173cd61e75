import type { PublicOffer, Subscription } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Notice } from "@ensemble/ui/Notice";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Timer } from "lucide-react";
import { useEffect, useState } from "react";
import { offerQuery, subscriptionQuery } from "./billing-queries";

/** What runs for the reader now, each with the time that is left of it. */
export function Promotions({ offer }: { offer: PublicOffer }) {
  const text = useText("billing");
  const queryClient = useQueryClient();
  const { dataUpdatedAt } = useQuery(offerQuery);
  if (offer.promotions.length === 0) return null;
  return (
    <div className="flex flex-col gap-3">
      {offer.promotions.map(({ id, kind, percent_off, seconds_left }) => (
        <Notice key={id} tone="success" title={text(`promotion.${kind}`)}>
          <p>{text("promotion_hint", { percent: percent_off })}</p>
          <Countdown
            until={dataUpdatedAt + seconds_left * 1_000}
            onEnd={() => void queryClient.invalidateQueries({ queryKey: offerQuery.queryKey })}
          />
        </Notice>
      ))}
    </div>
  );
}

/** The time that is left of a free trial. */
export function TrialRuns({ is }: { is: Subscription }) {
  const text = useText("billing");
  const queryClient = useQueryClient();
  if (!is.period_end) return null;
  return (
    <Notice title={text("trial_runs")}>
      <Countdown
        until={Date.parse(is.period_end)}
        onEnd={() => void queryClient.invalidateQueries({ queryKey: subscriptionQuery.queryKey })}
      />
    </Notice>
  );
}

const SECOND = 1_000;

/** Counts down to a moment of this device's clock, and says once that it is there. */
function Countdown({ until, onEnd }: { until: number; onEnd: () => void }) {
  const text = useText("billing");
  const [left, setLeft] = useState(() => secondsUntil(until));
  useEffect(() => {
    const tick = setInterval(() => {
      const now = secondsUntil(until);
      setLeft(now);
      if (now === 0) {
        clearInterval(tick);
        onEnd();
      }
    }, SECOND);
    setLeft(secondsUntil(until));
    return () => clearInterval(tick);
  }, [until, onEnd]);
  const { days, clock } = parts(left);
  return (
    <p className="mt-1 flex items-center gap-1.5 font-medium tabular-nums" role="timer">
      <Timer className="size-4 flex-none" aria-hidden="true" />
      {days > 0 ? text("countdown_days", { count: days, clock }) : text("countdown", { clock })}
    </p>
  );
}

const secondsUntil = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / SECOND));

/** Whole days, and the rest as on a clock. */
export function parts(seconds: number): { days: number; clock: string } {
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3_600) % 24, Math.floor(seconds / 60) % 60];
  return {
    days: Math.floor(seconds / 86_400),
    clock: `\u2066${two(hours)}:${two(minutes)}:${two(seconds % 60)}\u2069`,
  };
}
