import { money } from "@ensemble/blocks/credits/money";
import { PLACES } from "@ensemble/blocks/places";
import { useSession } from "@ensemble/blocks/session-queries";
import type { BillingCycle, OfferedPlan, PublicOffer, Subscription } from "@ensemble/contract/wire";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { fullNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Gift, PartyPopper } from "lucide-react";
import { useState } from "react";
import { offerQuery, startTrialMutation, subscriptionQuery } from "../billing-queries";
import { checkoutOf } from "../orders/OrderView";
import { CycleChoice } from "./CycleChoice";
import { trialOf } from "./free-trial";
import { OfferFrame } from "./OfferFrame";
import { PlanCard } from "./PlanCard";
import { Promotions, TrialRuns } from "./Promotions";

/** Public pricing page (spec §2: /pricing). */
export function PricingPage() {
  const text = useText("billing");
  const { me } = useSession();
  const charging = useQuery(offerQuery).data?.charging ?? false;
  const subscription = useQuery({ ...subscriptionQuery, enabled: me !== null && charging });
  const heading = (
    <h1 className="text-balance text-center font-semibold text-2xl">{text("pricing_title")}</h1>
  );
  return (
    <OfferFrame title={text("pricing")} heading={heading}>
      {(offer) => {
        if (!charging) {
          return (
            <EmptyState
              icon={<PartyPopper />}
              title={text("nothing_charged")}
              description={text("nothing_charged_hint")}
            />
          );
        }
        if (me?.team) return <ForTeams offer={offer} to={PLACES.teamBilling} />;
        return <Plans offer={offer} is={subscription.data} signedIn={me !== null} />;
      }}
    </OfferFrame>
  );
}

/** Lists the available plans with their order buttons. */
export function Plans({
  offer,
  is,
  signedIn,
}: {
  offer: PublicOffer;
  is: Subscription | undefined;
  signedIn: boolean;
}) {
  const text = useText("billing");
  const running = is && is.phase !== "none" && is.phase !== "ended" ? is.terms : null;
  const [cycle, setCycle] = useState<BillingCycle>(running?.cycle ?? "monthly");
  const isCurrent = (plan: OfferedPlan) => running?.plan === plan.id && running.cycle === cycle;
  const trial = signedIn && is?.trial_available ? trialOf(offer, cycle) : null;
  return (
    <>
      <CycleChoice value={cycle} onChange={setCycle} />
      <Promotions offer={offer} cycle={cycle} onCycle={setCycle} />
      {signedIn ? <TrialOffer trial={trial} currency={offer.currency} cycle={cycle} /> : null}
      {is?.phase === "trial" ? <TrialRuns is={is} /> : null}
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {offer.plans.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            currency={offer.currency}
            cycle={cycle}
            signedIn={signedIn}
            current={isCurrent(plan)}
            due={is && isCurrent(plan) ? whereDue(offer, is) : null}
            quiet={trial !== null}
          />
        ))}
      </ul>
      {offer.packs.length > 0 && signedIn ? (
        <p className="text-center text-muted text-sm">
          {text("more_credits")}{" "}
          <AppLink to={PLACES.credits} className="text-accent-ink underline">
            {text("see_packs")}
          </AppLink>
        </p>
      ) : null}
      <ForSchools offer={offer} />
      <ForTeams offer={offer} to={PLACES.team} />
    </>
  );
}

/** Returns the address where the overdue period is paid: its bill, or a new order of the current plan. */
function whereDue(offer: PublicOffer, { phase, terms, open_order }: Subscription): string | null {
  if (phase !== "past_due" || !terms) return null;
  const isOfThese = open_order?.plan === terms.plan && open_order.cycle === terms.cycle;
  return isOfThese ? `/checkout?order=${open_order.id}` : checkoutOf(offer, terms);
}

/** Links to the education discount, unless the reader has it. */
function ForSchools({ offer }: { offer: PublicOffer }) {
  const text = useText("billing");
  const { locale } = useLocale();
  if (offer.education === null || offer.promotions.some(({ kind }) => kind === "education")) return null;
  return (
    <Notice
      title={text("education")}
      action={
        <AppLink to="/education-pricing" className={buttonStyle("secondary", "sm")}>
          {text("see_education")}
        </AppLink>
      }
    >
      {text("education_percent", { percent: fullNumber(offer.education, locale) })}
    </Notice>
  );
}

/** Links to team plans, which are bought in the team's workspace. */
function ForTeams({ offer, to }: { offer: PublicOffer; to: string }) {
  const text = useText("billing");
  const { locale } = useLocale();
  const monthly = offer.team_plans[0]?.prices.monthly ?? null;
  if (monthly === null) return null;
  return (
    <Notice
      title={text("for_teams")}
      action={
        <AppLink to={to} className={buttonStyle("secondary", "sm")}>
          {text("see_teams")}
        </AppLink>
      }
    >
      {text("for_teams_hint", { amount: money(monthly, offer.currency, locale) })}
    </Notice>
  );
}

function TrialOffer({
  trial,
  currency,
  cycle,
}: {
  trial: ReturnType<typeof trialOf>;
  currency: string;
  cycle: BillingCycle;
}) {
  const text = useText("billing");
  const { locale } = useLocale();
  const { navigate } = useNavigation();
  const start = useMutation(startTrialMutation(useQueryClient()));
  if (!trial) return null;
  return (
    <Notice
      title={text("trial_offer", { count: trial.days, plan: trial.plan.name })}
      action={
        <Button
          kind="primary"
          size="sm"
          icon={<Gift className="size-4" />}
          busy={start.isPending}
          onClick={() => start.mutate(cycle, { onSuccess: () => navigate(PLACES.subscription) })}
        >
          {text("start_trial")}
        </Button>
      }
    >
      {text("trial_then", {
        amount: money(trial.price, currency, locale),
        cycle: text(`per.${cycle}`),
      })}
    </Notice>
  );
}
