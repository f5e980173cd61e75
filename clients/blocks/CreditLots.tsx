import type { MeterUsage } from "@ensemble/contract/wire";
import { day, fullNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import clsx from "clsx";

type Lot = MeterUsage["lots"][number];

/**
 * What a balance is made of: what the plan gives, what was bought and what was given, each with its own end (spec §3). Nothing
 * where all of it is the plan's.
 */
export function CreditLots({ usage }: { usage: MeterUsage }) {
  const text = useText("billing");
  const { locale } = useLocale();
  const lots = usage.lots.filter(({ source, left }) => source === "plan" || left > 0);
  if (lots.every(({ source }) => source === "plan")) return null;
  const name = ({ source }: Lot) =>
    source === "plan" ? text(`lot.plan.${usage.window ?? "once"}`) : text(`lot.${source}`);
  return (
    <ul aria-label={text("lots")} className="flex flex-col gap-1.5 border-line border-t pt-3 text-sm">
      {lots.map((lot, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no name of their own, and their order is what they are.
        <li key={index} className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span>{name(lot)}</span>
          <span className="tabular-nums">{fullNumber(lot.left, locale)}</span>
          <span className={clsx("basis-full text-xs", lot.ends_soon ? "text-warning" : "text-muted")}>
            {lot.ends_at === null
              ? text("lot.endless")
              : text(lot.ends_soon ? "lot.ends_soon" : "until_day", { date: day(lot.ends_at, locale) })}
          </span>
        </li>
      ))}
    </ul>
  );
}
