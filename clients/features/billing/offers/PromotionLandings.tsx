import { money } from "@ensemble/blocks/credits/money";
import { PLACES } from "@ensemble/blocks/places";
import { useSession } from "@ensemble/blocks/session-queries";
import type { PublicOffer } from "@ensemble/contract/wire";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { fullNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Gift, GraduationCap } from "lucide-react";
import type { ReactNode } from "react";
import { offerQuery, startTrialMutation, subscriptionQuery } from "../billing-queries";
import { trialOf } from "./free-trial";
import { OfferFrame } from "./OfferFrame";
import { PlanCard, PlanLines } from "./PlanCard";
import { PromotionCountdown } from "./Promotions";

/** Landing page of the back-to-school promotion while it runs (spec §2: /backtoschool); else `missing`. */
export function BackToSchoolPage({ missing }: { missing: ReactNode }) {
  const text = useText("billing");
  const { me } = useSession();
  const offer = useQuery(offerQuery);
  if (offer.data && (!schoolOf(offer.data) || me?.team)) return missing;
  return (
    <OfferFrame title={text("promotion.back_to_school")}>
      {(data) => <BackToSchool offer={data} />}
    </OfferFrame>
  );
}

/** Returns the promotion and the billing cycle it requires. */
function schoolOf({ promotions }: PublicOffer) {
  const running = promotions.find(({ kind }) => kind === "back_to_school");
  const cycle = running?.cycles[0];
  return running && cycle ? { ...running, cycle } : null;
}

function BackToSchool({ offer }: { offer: PublicOffer }) {
  const text = useText("billing");
  const { locale } = useLocale();
  const { me } = useSession();
  const school = schoolOf(offer);
  if (!school) return null;
  const { cycle, percent_off, seconds_left } = school;
  return (
    <>
      <Hero
        face={<GraduationCap className="size-7" aria-hidden="true" />}
        title={text("promotion.back_to_school")}
        description={text(`promotion_hint.${cycle}`, { percent: fullNumber(percent_off, locale) })}
      >
        <PromotionCountdown seconds={seconds_left} />
      </Hero>
      <ul className="flex flex-wrap justify-center gap-4 *:w-full sm:*:max-w-80">
        {offer.plans
          .filter((plan) => plan.promoted[cycle] !== null)
          .map((plan) => (
            <PlanCard
              key={plan.id}
              plan={plan}
              currency={offer.currency}
              cycle={cycle}
              signedIn={me !== null}
              current={false}
            />
          ))}
      </ul>
      <AllPlans />
    </>
  );
}

/** Landing page of the free trial if there is one (spec §2: /free-trial); else `missing`. */
export function FreeTrialPage({ missing }: { missing: ReactNode }) {
  const text = useText("billing");
  const { me } = useSession();
  const offer = useQuery(offerQuery);
  if (offer.data && (!trialOf(offer.data, "monthly") || me?.team)) return missing;
  return <OfferFrame title={text("trial")}>{(data) => <FreeTrial offer={data} />}</OfferFrame>;
}

function FreeTrial({ offer }: { offer: PublicOffer }) {
  const text = useText("billing");
  const { locale } = useLocale();
  const { me } = useSession();
  const trial = trialOf(offer, "monthly");
  if (!trial) return null;
  const amount = money(trial.price, offer.currency, locale);
  return (
    <>
      <Hero
        face={<Gift className="size-7" aria-hidden="true" />}
        title={text("trial_offer", { count: trial.days, plan: trial.plan.name })}
        description={text("trial_then", { amount, cycle: text("per.monthly") })}
      >
        {me ? <StartTrial /> : <SignUpForTrial />}
      </Hero>
      <section className="mx-auto flex w-full max-w-80 flex-col gap-4 rounded-lg bg-raised p-5 shadow-[inset_0_0_0_1px_var(--line)]">
        <h2 className="font-semibold text-lg">
          <bdi>{trial.plan.name}</bdi>
        </h2>
        <PlanLines plan={trial.plan} />
      </section>
      <AllPlans />
    </>
  );
}

function SignUpForTrial() {
  const text = useText("billing");
  return (
    <AppLink
      to={`/sign-up?redirectTo=${encodeURIComponent("/free-trial")}`}
      className={buttonStyle("primary", "lg")}
    >
      {text("start_trial")}
    </AppLink>
  );
}

function StartTrial() {
  const text = useText("billing");
  const { navigate } = useNavigation();
  const subscription = useQuery(subscriptionQuery);
  const start = useMutation(startTrialMutation(useQueryClient()));
  if (subscription.data && !subscription.data.trial_available) {
    return (
      <AppLink to={PLACES.subscription} className={buttonStyle("secondary", "lg")}>
        {text("open_subscription")}
      </AppLink>
    );
  }
  return (
    <Button
      kind="primary"
      size="lg"
      busy={start.isPending}
      disabled={!subscription.data}
      onClick={() => start.mutate("monthly", { onSuccess: () => navigate(PLACES.subscription) })}
    >
      {text("start_trial")}
    </Button>
  );
}

function Hero({
  face,
  title,
  description,
  children,
}: {
  face: ReactNode;
  title: string;
  description: string;
  children: ReactNode;
}) {
  return (
    <section className="mx-auto flex w-full max-w-[62rem] flex-col items-center gap-4 rounded-lg bg-accent-soft px-6 py-10 text-center text-accent-ink">
      <span className="flex size-14 items-center justify-center rounded-full bg-raised">{face}</span>
      <h1 className="text-balance font-semibold text-2xl tracking-tight rtl:tracking-normal">{title}</h1>
      <p className="max-w-lg text-pretty">{description}</p>
      {children}
    </section>
  );
}

function AllPlans() {
  const text = useText("billing");
  return (
    <p className="text-center">
      <AppLink to={PLACES.pricing} className="text-accent-ink underline">
        {text("see_plans")}
      </AppLink>
    </p>
  );
}
