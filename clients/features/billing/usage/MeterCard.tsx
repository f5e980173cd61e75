import { CreditLots } from "@ensemble/blocks/credits/CreditLots";
import type { MeterUsage } from "@ensemble/contract/wire";
import { dayAndTime, relativeTime, shortNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { MeterBar } from "@ensemble/ui/feedback/MeterBar";

/** Shows a meter: remaining amount, total and reset time. */
export function MeterCard({ usage }: { usage: MeterUsage }) {
  const text = useText("billing");
  const { locale } = useLocale();
  const name = text(`meter.${usage.meter}`);
  const used = shortNumber(usage.used, locale);

  return (
    <div className="flex flex-col gap-3 rounded-md bg-raised p-4 shadow-[inset_0_0_0_1px_var(--line)]">
      <p className="text-muted text-sm">{name}</p>
      {usage.granted === null ? (
        <>
          <p className="font-semibold text-xl">{text("unlimited")}</p>
          <p className="text-muted text-sm">{text("used_so_far", { used })}</p>
        </>
      ) : (
        <>
          <p className="flex items-baseline gap-1.5">
            <span className="font-semibold text-xl tabular-nums">{shortNumber(usage.left ?? 0, locale)}</span>
            <span className="text-muted text-sm">
              {text("left_of", { granted: shortNumber(usage.granted, locale) })}
            </span>
          </p>
          <MeterBar
            label={name}
            value={usage.used}
            max={usage.granted}
            valueText={text("used_of", { used, granted: shortNumber(usage.granted, locale) })}
          />
          <p className="text-muted text-sm">
            {usage.resets_at ? <ResetTime at={usage.resets_at} /> : text("no_reset")}
          </p>
          <CreditLots usage={usage} />
        </>
      )}
    </div>
  );
}

function ResetTime({ at }: { at: string }) {
  const text = useText("billing");
  const { locale } = useLocale();
  return (
    <time dateTime={at} title={dayAndTime(at, locale)}>
      {text("resets", { time: relativeTime(at, Date.now(), locale) })}
    </time>
  );
}
