import { money } from "@ensemble/blocks/credits/money";
import type { CommissionSums } from "@ensemble/contract/wire";
import { useLocale, useText } from "@ensemble/i18n/text";

const STATES = ["pending", "approved", "paid", "clawed_back"] as const;

/** Shows the totals of commissions in one currency by state. */
export function Sums({ sums }: { sums: CommissionSums }) {
  const text = useText("affiliates");
  const { locale } = useLocale();
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-cols-4">
      {STATES.map((state) => (
        <div key={state} className="flex flex-col gap-0.5 bg-raised px-4 py-3">
          <dt className="text-muted text-sm">{text(`state.${state}`)}</dt>
          <dd className="font-semibold text-lg tabular-nums">{money(sums[state], sums.currency, locale)}</dd>
        </div>
      ))}
    </dl>
  );
}
