import type { DailyUsage } from "@ensemble/contract/wire";
import { dayAndTime, fullNumber, relativeTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { MeterBar } from "@ensemble/ui/feedback/MeterBar";
import { Section } from "@ensemble/ui/Section";

/** Shows the plan's daily limits, their usage, and when they reset. */
export function DailyLimits({ daily }: { daily: readonly DailyUsage[] }) {
  const text = useText("billing");
  const { locale } = useLocale();
  const resetsAt = daily[0]?.resets_at;
  if (!resetsAt) return null;
  return (
    <Section title={text("daily")} description={text("daily_hint")}>
      <ul className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {daily.map(({ what, used, max }) => {
          const said = text("used_of", { used: fullNumber(used, locale), granted: fullNumber(max, locale) });
          return (
            <li key={what} className="flex flex-col gap-1.5 text-sm">
              <p className="flex items-baseline justify-between gap-3">
                <span>{text(`daily.${what}`)}</span>
                <span className="shrink-0 text-muted tabular-nums">{said}</span>
              </p>
              <MeterBar label={text(`daily.${what}`)} value={used} max={max} valueText={said} />
            </li>
          );
        })}
      </ul>
      <p className="mt-3 text-muted text-sm">
        <time dateTime={resetsAt} title={dayAndTime(resetsAt, locale)}>
          {text("resets", { time: relativeTime(resetsAt, Date.now(), locale) })}
        </time>
      </p>
    </Section>
  );
}
