import type { BillingCycle, Order, PlanTerms, PublicOffer } from "@ensemble/contract/wire";
import { day, fullNumber } from "@ensemble/i18n/formats";
import { type TextKey, useLocale, useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Fragment } from "react";

const STATES: Record<
  string,
  { label: TextKey<"billing">; tone: "neutral" | "success" | "warning" | "danger" }
> = {
  open: { label: "state.open", tone: "warning" },
  paid: { label: "state.paid", tone: "success" },
  failed: { label: "state.failed", tone: "danger" },
  cancelled: { label: "state.cancelled", tone: "neutral" },
  refunded: { label: "state.refunded", tone: "neutral" },
};

const REASONS: Record<string, TextKey<"billing">> = {
  replaced: "why.replaced",
  expired: "why.expired",
  credit_changed: "why.credit_changed",
  by_buyer: "why.by_buyer",
  subscription_cancelled: "why.subscription_cancelled",
  not_begun: "why.not_begun",
  other_amount: "why.other_amount",
  refused: "why.refused",
  declined: "why.declined",
  chargeback: "why.chargeback",
};

/** Shows the state of an order, and whether its payment is being refunded. */
export function OrderState({ order }: { order: Order }) {
  const text = useText("billing");
  const state = STATES[order.state];
  return (
    <>
      <Badge tone={state?.tone ?? "neutral"}>{state ? text(state.label) : order.state}</Badge>
      {order.refund_due ? <Badge tone="danger">{text("refund_due")}</Badge> : null}
    </>
  );
}

/** Returns a function for the reason why an order failed or was cancelled: our text, or the operator's. */
export function useReason() {
  const text = useText("billing");
  return (order: Order): string => {
    const known = REASONS[order.reason];
    return known ? text(known) : order.reason;
  };
}

/** Shows when an order was placed and paid, and its number for support. */
export function OrderFacts({ order }: { order: Order }) {
  const text = useText("billing");
  const { locale } = useLocale();
  const facts = [
    [text("ordered_on"), day(order.created_at, locale)],
    [text("paid_on"), order.paid_at ? day(order.paid_at, locale) : null],
    [text("order_number"), order.id.slice(-8)],
  ] as const;
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 px-4 py-3 text-sm">
      {facts.map(([what, value]) =>
        value ? (
          <Fragment key={what}>
            <dt className="text-muted">{what}</dt>
            <dd className="text-end tabular-nums">
              <bdi>{value}</bdi>
            </dd>
          </Fragment>
        ) : null,
      )}
    </dl>
  );
}

/** Returns the name of a plan. */
export const planName = (offer: PublicOffer | undefined, id: string | null): string =>
  [...(offer?.plans ?? []), ...(offer?.team_plans ?? [])].find((plan) => plan.id === id)?.name ?? id ?? "";

const isOfTeams = (offer: PublicOffer | undefined, id: string): boolean =>
  offer?.team_plans.some((plan) => plan.id === id) ?? false;

/** Returns the checkout address of a plan; with the seats for a team plan. */
export const checkoutOf = (
  offer: PublicOffer | undefined,
  { plan, cycle, seats }: Omit<PlanTerms, "price" | "currency">,
): string => `/checkout?plan=${plan}&cycle=${cycle}${isOfTeams(offer, plan) ? `&seats=${seats}` : ""}`;

/** Returns a function for the one-line title of an order. */
export function useOrderTitle(offer: PublicOffer | undefined) {
  const text = useText("billing");
  const { locale } = useLocale();
  return (order: {
    plan: string | null;
    cycle: BillingCycle | null;
    credits: number | null;
    seats: number | null;
  }): string =>
    order.plan && order.cycle
      ? text(isOfTeams(offer, order.plan) ? "plan_seats_cycle" : "plan_and_cycle", {
          plan: planName(offer, order.plan),
          cycle: text(`cycle.${order.cycle}`),
          seats: fullNumber(order.seats ?? 1, locale),
        })
      : text("credits_of_pack", {
          count: order.credits ?? 0,
          number: fullNumber(order.credits ?? 0, locale),
        });
}
