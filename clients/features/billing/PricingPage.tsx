import { money, nothing } from "@ensemble/blocks/money";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { PLACES } from "@ensemble/blocks/places";
import { useSession } from "@ensemble/blocks/session-queries";
import type { BillingCycle, OfferedPlan, PublicOffer, Subscription } from "@ensemble/contract/wire";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { fullNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { EmptyState } from "@ensemble/ui/EmptyState";
import { Notice } from "@ensemble/ui/Notice";
import { Segmented } from "@ensemble/ui/Segmented";
import { SkeletonLines } from "@ensemble/ui/Skeleton";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { ArrowLeft, Check, Gift, PartyPopper } from "lucide-react";
import { useState } from "react";
import { offerQuery, startTrialMutation, subscriptionQuery } from "./billing-queries";
import { Promotions, TrialRuns } from "./Promotions";

/** What is sold, for everybody (spec §2: /pricing). */
export function PricingPage() {
  const text = useText("billing");
  const { me } = useSession();
  const offer = useQuery(offerQuery);
  const charging = offer.data?.charging ?? false;
  const subscription = useQuery({ ...subscriptionQuery, enabled: me !== null && charging });
  return (
    <main className="mx-auto flex w-full max-w-6xl flex-col gap-8 px-4 py-6 sm:px-8 sm:py-10">
      <title>{text("pricing")}</title>
      <AppLink
        to="/"
        className="-ms-2 flex h-9 w-fit items-center gap-1.5 rounded-md px-2 text-muted text-sm hover:bg-hover hover:text-ink touch:h-11"
      >
        <ArrowLeft className="size-4 rtl:-scale-x-100" aria-hidden="true" />
        {me ? text("back_to_chat") : text("back_home")}
      </AppLink>
      <h1 className="text-balance text-center font-semibold text-2xl">{text("pricing_title")}</h1>
      {offer.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {offer.isError ? <PanelProblem error={offer.error} onRetry={() => void offer.refetch()} /> : null}
      {offer.data && !charging ? (
        <EmptyState
          icon={<PartyPopper />}
          title={text("nothing_charged")}
          description={text("nothing_charged_hint")}
        />
      ) : null}
      {offer.data && charging && me?.team ? <ForTeams offer={offer.data} to={PLACES.teamBilling} /> : null}
      {offer.data && charging && !me?.team ? (
        <Plans offer={offer.data} is={subscription.data} signedIn={me !== null} />
      ) : null}
    </main>
  );
}

function Plans({
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
  return (
    <>
      <div className="self-center">
        <Segmented
          label={text("how_often")}
          value={cycle}
          onChange={setCycle}
          options={[
            { value: "monthly", label: text("cycle.monthly") },
            { value: "yearly", label: text("cycle.yearly") },
          ]}
        />
      </div>
      <Promotions offer={offer} />
      {signedIn ? <TrialOffer offer={offer} is={is} cycle={cycle} /> : null}
      {is?.phase === "trial" ? <TrialRuns is={is} /> : null}
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {offer.plans.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            currency={offer.currency}
            cycle={cycle}
            signedIn={signedIn}
            current={running ? running.plan === plan.id && running.cycle === cycle : false}
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
      <ForTeams offer={offer} to={PLACES.team} />
    </>
  );
}

/** Teams buy seats, each in the team's own workspace. */
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
  offer,
  is,
  cycle,
}: {
  offer: PublicOffer;
  is: Subscription | undefined;
  cycle: BillingCycle;
}) {
  const text = useText("billing");
  const { locale } = useLocale();
  const { navigate } = useNavigation();
  const start = useMutation(startTrialMutation(useQueryClient()));
  const plan = offer.plans.find(({ id }) => id === offer.trial?.plan);
  const price = plan?.prices[cycle];
  if (!is?.trial_available || !offer.trial || !plan || price === null || price === undefined) return null;
  return (
    <Notice
      title={text("trial_offer", { count: offer.trial.days, plan: plan.name })}
      action={
        <Button
          kind="primary"
          size="sm"
          icon={<Gift />}
          busy={start.isPending}
          onClick={() => start.mutate(cycle, { onSuccess: () => navigate(PLACES.subscription) })}
        >
          {text("start_trial")}
        </Button>
      }
    >
      {text("trial_then", { amount: money(price, offer.currency, locale), cycle: text(`per.${cycle}`) })}
    </Notice>
  );
}

function PlanCard({
  plan,
  currency,
  cycle,
  signedIn,
  current,
}: {
  plan: OfferedPlan;
  currency: string;
  cycle: BillingCycle;
  signedIn: boolean;
  current: boolean;
}) {
  const text = useText("billing");
  const { locale } = useLocale();
  const price = plan.prices[cycle];
  const promoted = plan.promoted[cycle];
  const free = plan.prices.monthly === null && plan.prices.yearly === null;
  const unlocked = [
    plan.advanced_models ? text("unlocks.advanced_models") : null,
    plan.custom_context ? text("unlocks.custom_context") : null,
    plan.automatic_search ? text("unlocks.automatic_search") : null,
    plan.memory_items > 0 ? text("unlocks.memory", { count: plan.memory_items }) : null,
  ].filter((line) => line !== null);
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
      <p className="flex items-baseline gap-1.5">
        <span className="font-semibold text-2xl tabular-nums">
          {free
            ? nothing(currency, locale)
            : price === null
              ? "–"
              : money(promoted ?? price, currency, locale)}
        </span>
        {free || price === null ? null : (
          <span className="text-muted text-sm">
            {promoted === null ? text(`per.${cycle}`) : text(`first.${cycle}`)}
          </span>
        )}
      </p>
      {price === null || promoted === null ? null : (
        <p className="-mt-3 text-muted text-sm tabular-nums">
          {text("promoted_then", { amount: money(price, currency, locale), cycle: text(`per.${cycle}`) })}
        </p>
      )}
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
      {free || price === null || current ? null : (
        <AppLink
          to={signedIn ? path : `/sign-up?redirectTo=${encodeURIComponent(path)}`}
          className={clsx(buttonStyle("primary", "md"), "w-full")}
          aria-label={text("choose_plan", { plan: plan.name })}
        >
          {text("choose")}
        </AppLink>
      )}
      {!free && price === null ? <p className="text-muted text-sm">{text("not_sold_so")}</p> : null}
    </li>
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
