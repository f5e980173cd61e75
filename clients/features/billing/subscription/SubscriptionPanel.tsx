import { money } from "@ensemble/blocks/credits/money";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { PLACES } from "@ensemble/blocks/places";
import { useSession } from "@ensemble/blocks/session-queries";
import type { Order, PublicOffer, Subscription } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { day, factsLine } from "@ensemble/i18n/formats";
import { type TextKey, useLocale, useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CreditCard, PartyPopper } from "lucide-react";
import { useState } from "react";
import { offerQuery, resumeMutation, subscriptionQuery } from "../billing-queries";
import { checkoutOf, planName } from "../orders/OrderView";
import { CancelDialogs } from "./CancelDialogs";
import { CardsButton } from "./CardsButton";
import { ExtendTrialDialog } from "./ExtendTrialDialog";

/** Shows the subscription and its actions (spec §2: /subscription, /membership). */
export function SubscriptionPanel() {
  const text = useText("billing");
  const problems = useText("problems");
  const { me } = useSession();
  const offer = useQuery(offerQuery);
  const charging = offer.data?.charging ?? false;
  const subscription = useQuery({ ...subscriptionQuery, enabled: charging });
  if (offer.data && !charging) {
    return (
      <EmptyState
        icon={<PartyPopper />}
        title={text("nothing_charged")}
        description={text("nothing_charged_hint")}
      />
    );
  }
  // Spec §6: members of a team cannot renew.
  if (me?.team?.role === "member") {
    return (
      <Notice
        action={
          <AppLink to={PLACES.teamBilling} className={buttonStyle("secondary", "sm")}>
            {text("see_teams")}
          </AppLink>
        }
      >
        {problems("identity.team_admin_only")}
      </Notice>
    );
  }
  const problem = offer.error ?? subscription.error;
  const retry = () => void Promise.all([offer.refetch(), subscription.refetch()]);
  return (
    <>
      {problem ? <PanelProblem error={problem} onRetry={retry} /> : null}
      {offer.data && subscription.data ? (
        <>
          <Standing offer={offer.data} is={subscription.data} />
          {subscription.data.portal ? <CardsButton /> : null}
        </>
      ) : problem ? null : (
        <SkeletonLines label={text("loading")} />
      )}
    </>
  );
}

const PHASES: Record<
  Subscription["phase"],
  { label: TextKey<"billing">; tone: "neutral" | "accent" | "success" | "warning" }
> = {
  none: { label: "phase.none", tone: "neutral" },
  trial: { label: "phase.trial", tone: "accent" },
  active: { label: "phase.active", tone: "success" },
  past_due: { label: "phase.past_due", tone: "warning" },
  ended: { label: "phase.ended", tone: "neutral" },
};

function Standing({ offer, is }: { offer: PublicOffer; is: Subscription }) {
  const text = useText("billing");
  const { locale } = useLocale();
  const [cancelling, setCancelling] = useState(false);
  const [extending, setExtending] = useState(false);
  const resume = useMutation(resumeMutation(useQueryClient()));
  const running = is.phase === "trial" || is.phase === "active" || is.phase === "past_due";

  if (!is.terms || !running) {
    return (
      <>
        {is.open_order ? <OpenOrder order={is.open_order} is={is} /> : null}
        <EmptyState
          icon={<CreditCard />}
          title={text(is.phase === "ended" ? "subscription_ended" : "no_subscription")}
          description={text("no_subscription_hint")}
          action={
            <AppLink to={PLACES.pricing} className={buttonStyle("primary", "md")}>
              {text(is.phase === "ended" ? "resubscribe" : "see_plans")}
            </AppLink>
          }
        />
      </>
    );
  }
  const end = is.period_end ? day(is.period_end, locale) : "";
  const next = is.next ?? is.terms;
  return (
    <>
      <Notices offer={offer} is={is} end={end} busy={resume.isPending} onKeep={() => resume.mutate()} />
      <Section
        action={
          <AppLink to={PLACES.pricing} className={buttonStyle("primary", "md")}>
            {text("change_plan")}
          </AppLink>
        }
        title={text("your_plan")}
      >
        <Rows>
          <Row
            title={
              <span className="flex flex-wrap items-center gap-2">
                <bdi className="font-medium">{planName(offer, is.terms.plan)}</bdi>
                <Badge tone={PHASES[is.phase].tone}>{text(PHASES[is.phase].label)}</Badge>
              </span>
            }
            description={text(`cycle.${is.terms.cycle}`)}
          >
            <span className="tabular-nums">{money(is.terms.price, is.terms.currency, locale)}</span>
          </Row>
          <Row
            title={text(is.cancel_at_end ? "ends_on" : is.phase === "trial" ? "trial_until" : "period_until")}
            description={
              is.phase === "past_due" ? undefined : text("days_left", { count: is.remaining_days })
            }
          >
            <span className="text-sm">{end}</span>
          </Row>
          {is.phase === "trial" && !is.cancel_at_end ? (
            <Row title={text("trial_reminder")}>
              <span className="text-sm">
                {is.trial_reminder_at ? day(is.trial_reminder_at, locale) : text("trial_reminder_sent")}
              </span>
            </Row>
          ) : null}
          {is.cancel_at_end || is.phase === "past_due" ? null : (
            <Row
              title={text(is.phase === "trial" ? "first_payment" : "then")}
              description={factsLine([is.phase === "trial" ? end : "", planName(offer, next.plan)])}
            >
              <span className="text-sm tabular-nums">
                {money(is.renewal_price ?? next.price, next.currency, locale)} {text(`per.${next.cycle}`)}
              </span>
            </Row>
          )}
        </Rows>
        <div className="flex flex-wrap justify-end gap-2">
          <AppLink to={PLACES.orders} className={buttonStyle("ghost", "md")}>
            {text("orders")}
          </AppLink>
          {is.trial_extendable ? (
            <Button onClick={() => setExtending(true)}>
              {text("extend_trial", { count: offer.trial?.extension_days ?? 0 })}
            </Button>
          ) : null}
          {is.cancel_at_end ? null : (
            <Button onClick={() => setCancelling(true)}>
              {text(is.phase === "trial" ? "cancel_trial" : "cancel_subscription")}
            </Button>
          )}
        </div>
      </Section>
      {extending ? (
        <ExtendTrialDialog offer={offer} is={is} end={end} onClose={() => setExtending(false)} />
      ) : null}
      {cancelling ? (
        <CancelDialogs offer={offer} is={is} end={end} onClose={() => setCancelling(false)} />
      ) : null}
    </>
  );
}

/** Shows upcoming changes, with the button that changes them. */
function Notices({
  offer,
  is,
  end,
  busy,
  onKeep,
}: {
  offer: PublicOffer;
  is: Subscription;
  end: string;
  busy: boolean;
  onKeep: () => void;
}) {
  const text = useText("billing");
  const keep = (
    <Button size="sm" kind="primary" busy={busy} onClick={onKeep}>
      {text(is.phase === "trial" ? "keep_trial" : "keep_plan")}
    </Button>
  );
  return (
    <div className="flex flex-col gap-3 empty:hidden">
      {is.cancel_at_end ? (
        <Notice tone="warning" title={text("cancelled_title")} action={keep}>
          {text("cancelled_hint", { date: end })}
        </Notice>
      ) : null}
      {is.next ? (
        <Notice title={text("downgrade_title", { plan: planName(offer, is.next.plan) })} action={keep}>
          {text("downgrade_hint", { date: end })}
        </Notice>
      ) : null}
      {is.open_order ? <OpenOrder order={is.open_order} is={is} /> : null}
      {is.phase === "past_due" && !is.open_order ? <NoOrder offer={offer} is={is} /> : null}
    </div>
  );
}

/** Offers to order the next period again after its bill was closed. */
function NoOrder({ offer, is }: { offer: PublicOffer; is: Subscription }) {
  const text = useText("billing");
  const { locale } = useLocale();
  const next = is.next ?? is.terms;
  if (!next) return null;
  return (
    <Notice
      tone="warning"
      title={text("to_pay", { amount: money(is.renewal_price ?? next.price, next.currency, locale) })}
      action={
        <AppLink to={checkoutOf(offer, next)} className={buttonStyle("primary", "sm")}>
          {text("pay_now")}
        </AppLink>
      }
    >
      {is.grace_end ? text("pay_until", { date: day(is.grace_end, locale) }) : null}
    </Notice>
  );
}

/** Shows the open order, also for a first plan. */
function OpenOrder({ order, is }: { order: Order; is: Subscription }) {
  const text = useText("billing");
  const { locale } = useLocale();
  return (
    <Notice
      tone="warning"
      title={text("to_pay", { amount: money(order.amount, order.currency, locale) })}
      action={
        <AppLink to={`/checkout?order=${order.id}`} className={buttonStyle("primary", "sm")}>
          {text("open_order")}
        </AppLink>
      }
    >
      {is.grace_end ? text("pay_until", { date: day(is.grace_end, locale) }) : text("order_waits")}
    </Notice>
  );
}
