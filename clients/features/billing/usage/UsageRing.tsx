import { usageQuery } from "@ensemble/blocks/shared-queries";
import type { MeterUsage } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { shortNumber } from "@ensemble/i18n/short-number";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Tooltip } from "@ensemble/ui/popups/Tooltip";
import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";

const RADIUS = 13;
const LENGTH = 2 * Math.PI * RADIUS;

/** Small ring with the scarcest balance, linked to the usage page. Renders nothing if nothing is limited. */
export function UsageRing() {
  const text = useText("frame");
  const { locale } = useLocale();
  const usage = useQuery(usageQuery);
  const meter = scarcest(usage.data?.meters ?? []);
  if (!meter) return null;
  const left = meter.left ?? 0;
  const share = left / (meter.granted || 1);
  const number = shortNumber(left, locale);
  const label = text("queries_left", { count: left, number });
  return (
    <Tooltip text={label} side="inline-end">
      <AppLink
        to="/settings/usage"
        aria-label={label}
        className="relative flex size-9 items-center justify-center rounded-md hover:bg-hover"
      >
        <svg viewBox="0 0 30 30" className="absolute size-[1.875rem] -rotate-90" aria-hidden="true">
          <circle cx="15" cy="15" r={RADIUS} fill="none" stroke="var(--line)" strokeWidth="2" />
          <circle
            cx="15"
            cy="15"
            r={RADIUS}
            fill="none"
            strokeWidth="2"
            strokeLinecap="round"
            strokeDasharray={`${LENGTH * share} ${LENGTH}`}
            className={clsx(
              "transition-[stroke-dasharray]",
              share <= 0.05 ? "stroke-danger" : share <= 0.2 ? "stroke-warning" : "stroke-accent",
            )}
          />
        </svg>
        <span aria-hidden="true" className="font-medium text-[0.625rem] text-muted tabular-nums">
          {number}
        </span>
      </AppLink>
    </Tooltip>
  );
}

/** Returns the limited meter with the smallest share left. */
export function scarcest(meters: readonly MeterUsage[]): MeterUsage | null {
  const limited = meters.filter((meter) => meter.granted !== null && meter.granted > 0);
  const shareLeft = (meter: MeterUsage) => (meter.left ?? 0) / (meter.granted ?? 1);
  return limited.toSorted((a, b) => shareLeft(a) - shareLeft(b))[0] ?? null;
}
