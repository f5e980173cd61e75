import type { MeterUsage } from "@ensemble/contract/wire";
import { day, fullNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import clsx from "clsx";

type Lot = MeterUsage["lots"][number];

/**
 * Lists the parts of a balance: the plan's allowance, purchases and grants, each with its expiry (spec §3).
 * Renders nothing if all of it is the plan's allowance.
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
