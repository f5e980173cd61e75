import { money } from "@ensemble/blocks/credits/money";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { PLACES } from "@ensemble/blocks/places";
import { useSession } from "@ensemble/blocks/session-queries";
import type { Subscription, Team } from "@ensemble/contract/wire";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { day, fullNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { useQuery } from "@tanstack/react-query";
import { CreditCard, PartyPopper } from "lucide-react";
import { useState } from "react";
import { DeductionDialog } from "./DeductionDialog";
import { SeatsDialog } from "./SeatsDialog";
import { TeamFrame } from "./TeamFrame";
import { deductionQuery, subscriptionQuery } from "./team-queries";

/** Billing page of a team (spec §2: /team/billing). */
export function TeamBillingPage() {
  return <TeamFrame>{(team) => <Billing team={team} />}</TeamFrame>;
}

function Billing({ team }: { team: Team }) {
  const text = useText("teams");
  const plans = useSession().setup.offered_plans;
  const { path, navigate } = useNavigation();
  const subscription = useQuery({ ...subscriptionQuery, enabled: plans });
  const isAdmin = team.role === "admin";
  const buying = isAdmin && path.includes("seats=buy");
  const close = () => navigate(PLACES.teamBilling, { replace: true });
  if (!plans) {
    return (
      <EmptyState
        icon={<PartyPopper />}
        title={text("nothing_charged")}
        description={text("nothing_charged_hint")}
      />
    );
  }
  return (
    <>
      {subscription.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {subscription.isError ? (
        <PanelProblem error={subscription.error} onRetry={() => void subscription.refetch()} />
      ) : null}
      {subscription.data ? <Plan team={team} is={subscription.data} /> : null}
      <Deduction isAdmin={isAdmin} />
      {buying && subscription.data ? (
        <SeatsDialog team={team} is={subscription.data} onClose={close} />
      ) : null}
    </>
  );
}

const TONES = {
  none: "neutral",
  trial: "neutral",
  active: "success",
  past_due: "warning",
  ended: "neutral",
} as const;

function Plan({ team, is }: { team: Team; is: Subscription }) {
  const text = useText("teams");
  const { locale } = useLocale();
  const isAdmin = team.role === "admin";
  const isRunning = is.phase === "active" || is.phase === "past_due";
  const buy = isAdmin ? (
    <AppLink to={`${PLACES.teamBilling}?seats=buy`} className={buttonStyle("primary", "md")}>
      {text(isRunning ? "change_seats" : is.phase === "ended" ? "resubscribe" : "buy_seats")}
    </AppLink>
  ) : null;
  if (!is.terms || !isRunning) {
    return (
      <>
        <OpenOrder is={is} isAdmin={isAdmin} />
        <EmptyState
          icon={<CreditCard />}
          title={text(is.phase === "ended" ? "plan_ended" : "no_plan")}
          description={text(isAdmin ? "no_plan_hint" : "ask_admin")}
          action={buy}
        />
      </>
    );
  }
  const next = is.next ?? is.terms;
  return (
    <Section title={text("plan")} action={buy}>
      <OpenOrder is={is} isAdmin={isAdmin} />
      <ClosedBill is={is} isAdmin={isAdmin} />
      {/* Above all pages of a locked team it is said already. */}
      {isAdmin || team.state === "locked" ? null : <Notice>{text("ask_admin")}</Notice>}
      <Rows>
        <Row
          title={
            <span className="flex flex-wrap items-center gap-2">
              <span className="font-medium">{text(`plan.${is.terms.cycle}`)}</span>
              <Badge tone={TONES[is.phase]}>{text(is.phase === "active" ? "paid" : "to_be_paid")}</Badge>
            </span>
          }
          description={text("seats_of_plan", { count: is.terms.seats })}
        >
          <span className="tabular-nums">{money(is.terms.price, is.terms.currency, locale)}</span>
        </Row>
        <Row
          title={text("seats")}
          description={text("seats_used", { used: team.members, seats: is.terms.seats })}
        >
          <span className="text-sm tabular-nums">{fullNumber(is.terms.seats, locale)}</span>
        </Row>
        <Row
          title={text(is.cancel_at_end ? "ends_on" : "next_billing_date")}
          description={is.cancel_at_end ? undefined : text("then_seats", { count: next.seats })}
        >
          <span className="flex flex-col items-end text-sm">
            <span>{is.period_end ? day(is.period_end, locale) : ""}</span>
            {is.cancel_at_end ? null : (
              <span className="text-muted tabular-nums">{money(next.price, next.currency, locale)}</span>
            )}
          </span>
        </Row>
      </Rows>
      <div className="flex flex-wrap justify-end gap-2">
        <AppLink to={PLACES.orders} className={buttonStyle("ghost", "md")}>
          {text("orders")}
        </AppLink>
        {isAdmin ? (
          <AppLink to={PLACES.subscription} className={buttonStyle("secondary", "md")}>
            {text("manage_plan")}
          </AppLink>
        ) : null}
      </div>
    </Section>
  );
}

function OpenOrder({ is, isAdmin }: { is: Subscription; isAdmin: boolean }) {
  const text = useText("teams");
  const { locale } = useLocale();
  const order = is.open_order;
  if (!order || !isAdmin) return null;
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

/** Offers to order the next period again after its bill was closed. */
function ClosedBill({ is, isAdmin }: { is: Subscription; isAdmin: boolean }) {
  const text = useText("teams");
  const { locale } = useLocale();
  const next = is.next ?? is.terms;
  if (is.phase !== "past_due" || is.open_order || !next || !isAdmin) return null;
  const checkout = `/checkout?plan=${next.plan}&cycle=${next.cycle}&seats=${next.seats}`;
  return (
    <Notice
      tone="warning"
      title={text("to_pay", { amount: money(is.renewal_price ?? next.price, next.currency, locale) })}
      action={
        <AppLink to={checkout} className={buttonStyle("primary", "sm")}>
          {text("pay_now")}
        </AppLink>
      }
    >
      {is.grace_end ? text("pay_until", { date: day(is.grace_end, locale) }) : null}
    </Notice>
  );
}

/** Spec §3: auto deduction settings (single amount, monthly limit). */
function Deduction({ isAdmin }: { isAdmin: boolean }) {
  const text = useText("teams");
  const { locale } = useLocale();
  const deduction = useQuery(deductionQuery);
  const [setting, setSetting] = useState(false);
  const is = deduction.data;
  if (!is || is.least === null) return null;
  const isOn = is.enabled && is.amount !== null && is.monthly_limit !== null;
  return (
    <Section title={text("auto_deduction")} description={text("auto_deduction_hint")}>
      <Rows>
        <Row
          title={text(isOn ? "on" : "off")}
          description={
            is.enabled && is.amount !== null && is.monthly_limit !== null
              ? text("deduction_terms", {
                  amount: money(is.amount, is.currency, locale),
                  credits: fullNumber(is.credits ?? 0, locale),
                  limit: money(is.monthly_limit, is.currency, locale),
                })
              : undefined
          }
        >
          {isAdmin ? (
            <Button size="sm" aria-label={text("set_deduction")} onClick={() => setSetting(true)}>
              {text("change")}
            </Button>
          ) : null}
        </Row>
      </Rows>
      {setting ? <DeductionDialog is={is} onClose={() => setSetting(false)} /> : null}
    </Section>
  );
}
