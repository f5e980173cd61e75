import type { BillingCycle, PublicOffer, Subscription } from "@ensemble/contract/wire";
import { day, fullNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { BadgeCheck, GraduationCap, Hand, PartyPopper, Sparkles, Timer } from "lucide-react";
import { useEffect, useState } from "react";
import { offerQuery, subscriptionQuery } from "../billing-queries";

const SECOND = 1_000;

const FACES = {
  newcomer: Hand,
  first_month: Sparkles,
  new_year: PartyPopper,
  back_to_school: GraduationCap,
  education: BadgeCheck,
};

/** Lists the reader's running promotions with countdowns; one for the other billing cycle links to it. */
export function Promotions({
  offer,
  cycle,
  onCycle,
}: {
  offer: PublicOffer;
  cycle: BillingCycle;
  onCycle: (cycle: BillingCycle) => void;
}) {
  const text = useText("billing");
  const { locale } = useLocale();
  if (offer.promotions.length === 0) return null;
  return (
    <ul className="flex flex-col gap-2">
      {offer.promotions.map(({ id, kind, percent_off, cycles, ends_at, seconds_left }) => {
        const Face = FACES[kind];
        const other = cycles.includes(cycle) ? undefined : cycles[0];
        return (
          <li
            key={id}
            className="grid grid-cols-[auto_1fr] items-center gap-x-3.5 gap-y-2 rounded-lg bg-accent-soft px-4 py-3 text-accent-ink sm:grid-cols-[auto_1fr_auto]"
          >
            <span className="flex size-10 items-center justify-center rounded-full bg-raised">
              <Face className="size-5" aria-hidden="true" />
            </span>
            <div className="min-w-0 text-sm">
              <p className="font-semibold text-base">{text(`promotion.${kind}`)}</p>
              <p>
                {kind === "education"
                  ? text("education_percent", { percent: fullNumber(percent_off, locale) })
                  : text(`promotion_hint.${other ?? cycle}`, { percent: fullNumber(percent_off, locale) })}
              </p>
            </div>
            <div className="col-start-2 flex flex-wrap items-center gap-x-4 gap-y-2 sm:col-start-3">
              {other ? (
                <Button size="sm" onClick={() => onCycle(other)}>
                  {text(`see_cycle.${other}`)}
                </Button>
              ) : null}
              {kind === "education" ? (
                <p className="text-sm">{text("until_day", { date: day(ends_at, locale) })}</p>
              ) : (
                <PromotionCountdown seconds={seconds_left} />
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** Countdown of a promotion by the server's clock; refetches the offer at its end. */
export function PromotionCountdown({ seconds }: { seconds: number }) {
  const queryClient = useQueryClient();
  const { dataUpdatedAt } = useQuery(offerQuery);
  return (
    <Countdown
      until={dataUpdatedAt + seconds * SECOND}
      onEnd={() => void queryClient.invalidateQueries({ queryKey: offerQuery.queryKey })}
    />
  );
}

/** Remaining time of a free trial. */
export function TrialRuns({ is }: { is: Subscription }) {
  const text = useText("billing");
  const queryClient = useQueryClient();
  if (!is.period_end) return null;
  return (
    <Notice title={text("trial_runs")}>
      <div className="mt-1">
        <Countdown
          until={Date.parse(is.period_end)}
          onEnd={() => void queryClient.invalidateQueries({ queryKey: subscriptionQuery.queryKey })}
        />
      </div>
    </Notice>
  );
}

/** Counts down to a time on this device's clock and calls `onEnd` once. */
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
    <p className="flex items-center gap-1.5 font-medium text-sm tabular-nums" role="timer">
      <Timer className="size-4 flex-none" aria-hidden="true" />
      {days > 0 ? text("countdown_days", { count: days, clock }) : text("countdown", { clock })}
    </p>
  );
}

const secondsUntil = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / SECOND));

/** Splits seconds into whole days and a clock time. */
export function parts(seconds: number): { days: number; clock: string } {
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3_600) % 24, Math.floor(seconds / 60) % 60];
  return {
    days: Math.floor(seconds / 86_400),
    clock: `\u2066${two(hours)}:${two(minutes)}:${two(seconds % 60)}\u2069`,
  };
}
