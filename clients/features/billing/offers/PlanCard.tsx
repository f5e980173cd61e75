import { money, nothing } from "@ensemble/blocks/credits/money";
import type { BillingCycle, OfferedPlan } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { fullNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { buttonStyle } from "@ensemble/ui/button-styles";
import clsx from "clsx";
import { Check } from "lucide-react";

/** Card of a plan: current and later price, contents, and its button. */
export function PlanCard({
  plan,
  currency,
  cycle,
  signedIn,
  current,
  due = null,
  choosable = true,
  quiet = false,
}: {
  plan: OfferedPlan;
  currency: string;
  cycle: BillingCycle;
  signedIn: boolean;
  current: boolean;
  /** Address where the overdue period is paid. */
  due?: string | null;
  /** False if it is shown only for its price. */
  choosable?: boolean;
  /** True if something else on the page is the primary action. */
  quiet?: boolean;
}) {
  const text = useText("billing");
  const { locale } = useLocale();
  const price = plan.prices[cycle];
  const promoted = plan.promoted[cycle];
  // A verified discount is not limited to the first period.
  const stands = promoted !== null && promoted === plan.later[cycle];
  const later = plan.later[cycle] ?? price;
  const free = plan.prices.monthly === null && plan.prices.yearly === null;
  const saved = savedByYear(plan);
  const path = `/checkout?plan=${plan.id}&cycle=${cycle}`;
  return (
    <li
      className={clsx(
        "flex flex-col gap-4 rounded-lg bg-raised p-5",
        current ? "shadow-[inset_0_0_0_1.5px_var(--accent-ink)]" : "shadow-[inset_0_0_0_1px_var(--line)]",
      )}
    >
      <h2 className="flex items-center gap-2 font-semibold text-lg">
        <bdi>{plan.name}</bdi>
        {current ? <Badge tone="accent">{text("current_plan")}</Badge> : null}
      </h2>
      <p className="flex flex-wrap items-baseline gap-x-1.5">
        <span className="font-semibold text-2xl tabular-nums">
          {free
            ? nothing(currency, locale)
            : price === null
              ? "–"
              : money(promoted ?? price, currency, locale)}
        </span>
        {free || price === null ? null : (
          <span className="whitespace-nowrap text-muted text-sm">
            {promoted === null || stands ? text(`per.${cycle}`) : text(`first.${cycle}`)}
          </span>
        )}
      </p>
      {price === null || promoted === null || later === null ? null : (
        <p className="-mt-3 text-muted text-sm tabular-nums">
          {stands
            ? text("instead_of", { amount: money(price, currency, locale) })
            : text("promoted_then", { amount: money(later, currency, locale), cycle: text(`per.${cycle}`) })}
        </p>
      )}
      {cycle === "yearly" && saved !== null ? (
        <p className="-mt-3 text-sm text-success tabular-nums">
          {text("year_saves", { amount: money(saved, currency, locale) })}
        </p>
      ) : null}
      <PlanLines plan={plan} />
      {free || price === null || current || !choosable ? null : (
        <AppLink
          to={signedIn ? path : `/sign-up?redirectTo=${encodeURIComponent(path)}`}
          className={clsx(buttonStyle(quiet ? "secondary" : "primary", "md"), "w-full")}
          aria-label={text("choose_plan", { plan: plan.name })}
        >
          {text("choose")}
        </AppLink>
      )}
      {due ? (
        <AppLink to={due} className={clsx(buttonStyle("primary", "md"), "w-full")}>
          {text("pay_now")}
        </AppLink>
      ) : null}
      {!free && price === null ? <p className="text-muted text-sm">{text("not_sold_so")}</p> : null}
    </li>
  );
}

/** Returns how much less a year costs than twelve months, by the prices that stand; null: nothing. */
export function savedByYear({ prices, later }: Pick<OfferedPlan, "prices" | "later">): number | null {
  const [monthly, yearly] = [later.monthly ?? prices.monthly, later.yearly ?? prices.yearly];
  if (monthly === null || yearly === null) return null;
  const saved = monthly * 12 - yearly;
  return saved > 0 ? saved : null;
}

/** Lists the contents of a plan. */
export function PlanLines({ plan }: { plan: OfferedPlan }) {
  const text = useText("billing");
  const { locale } = useLocale();
  const unlocked = [
    plan.advanced_models ? text("unlocks.advanced_models") : null,
    plan.custom_context ? text("unlocks.custom_context") : null,
    plan.automatic_search ? text("unlocks.automatic_search") : null,
    plan.memory_items > 0
      ? text("unlocks.memory", {
          count: plan.memory_items,
          amount: fullNumber(plan.memory_items, locale),
        })
      : null,
  ].filter((line) => line !== null);
  return (
    <ul className="flex flex-1 flex-col gap-2 text-sm">
      {plan.allowances.map(({ meter, amount, window }) => (
        <Line key={meter}>
          {amount === null
            ? text("allowance_unlimited", { meter: text(`meter.${meter}`) })
            : text(`allowance.${window}`, {
                amount: fullNumber(amount, locale),
                meter: text(`meter.${meter}`),
              })}
        </Line>
      ))}
      {unlocked.map((line) => (
        <Line key={line}>{line}</Line>
      ))}
    </ul>
  );
}

function Line({ children }: { children: string }) {
  return (
    <li className="flex items-start gap-2">
      <Check className="mt-0.5 size-4 flex-none text-success" aria-hidden="true" />
      <span>{children}</span>
    </li>
  );
}
