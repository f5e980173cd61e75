import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { PLACES } from "@ensemble/blocks/places";
import { useSession } from "@ensemble/blocks/session-queries";
import type { BillingCycle, EducationOffer } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { day, fullNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { BadgeCheck, GraduationCap } from "lucide-react";
import { type ReactNode, useState } from "react";
import { CycleChoice } from "../offers/CycleChoice";
import { OfferFrame } from "../offers/OfferFrame";
import { PlanCard } from "../offers/PlanCard";
import { EducationDialogs } from "./EducationDialogs";
import { educationQuery } from "./education-queries";

/** Page of the education discount (spec §2: /education-pricing) if there is one; else `missing`. */
export function EducationPage({ missing }: { missing: ReactNode }) {
  const text = useText("billing");
  const { me } = useSession();
  // Reads all of the query here: a property read only in the frame's content would not trigger an update.
  const { data, error, isPending, refetch } = useQuery(educationQuery);
  const status = (error as { status?: number } | null)?.status;
  // Not for teams, whose seats are not tied to a person.
  if (status === 404 || me?.team) return missing;
  return (
    <OfferFrame title={text("education")}>
      {() => (
        <>
          {isPending ? <SkeletonLines label={text("loading")} /> : null}
          {error ? <PanelProblem error={error} onRetry={() => void refetch()} /> : null}
          {data ? <Education is={data} /> : null}
        </>
      )}
    </OfferFrame>
  );
}

function Education({ is }: { is: EducationOffer }) {
  const text = useText("billing");
  const { locale } = useLocale();
  const { me } = useSession();
  const [cycle, setCycle] = useState<BillingCycle>("yearly");
  return (
    <>
      <section className="mx-auto grid w-full max-w-[62rem] items-center gap-x-10 gap-y-6 sm:grid-cols-[1fr_auto]">
        <div className="flex flex-col items-start gap-3">
          <h1 className="text-balance font-semibold text-2xl tracking-tight rtl:tracking-normal">
            {text("education")}
          </h1>
          <p className="font-medium text-accent-ink sm:hidden">
            {text("education_percent", { percent: fullNumber(is.percent_off, locale) })}
          </p>
          <p className="max-w-lg text-pretty text-muted">{text("education_hint")}</p>
          <Standing is={is} />
        </div>
        <p
          className="flex aspect-square w-40 flex-col items-center justify-center justify-self-center rounded-full bg-accent-soft text-center text-accent-ink max-sm:hidden"
          aria-hidden="true"
        >
          <GraduationCap className="size-7" />
          <span className="mt-1 font-semibold text-2xl tabular-nums" dir="ltr">
            −{fullNumber(is.percent_off, locale)}%
          </span>
          <span className="mt-0.5 px-6 text-xs">{text("education_each_period")}</span>
        </p>
      </section>
      <CycleChoice value={cycle} onChange={setCycle} />
      <ul className="flex flex-wrap justify-center gap-4 *:w-full sm:*:max-w-80">
        {is.plans.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            currency={is.currency}
            cycle={cycle}
            signedIn={me !== null}
            current={false}
            // Without verification the price would not be this one.
            choosable={is.proof !== null}
          />
        ))}
      </ul>
      <p className="text-center">
        <AppLink to={PLACES.pricing} className="text-accent-ink underline">
          {text("see_plans")}
        </AppLink>
      </p>
    </>
  );
}

/** Shows whether the discount is verified, or how to verify it. */
function Standing({ is }: { is: EducationOffer }) {
  const text = useText("billing");
  const { locale } = useLocale();
  const { me } = useSession();
  const [proving, setProving] = useState(false);
  if (!me) {
    return (
      <AppLink
        to={`/sign-up?redirectTo=${encodeURIComponent("/education-pricing")}`}
        className={buttonStyle("primary", "lg")}
      >
        {text("education_sign_up")}
      </AppLink>
    );
  }
  return (
    <>
      {is.proof ? (
        <p className="flex items-start gap-2.5 rounded-md bg-accent-soft px-4 py-3 text-accent-ink text-sm">
          <BadgeCheck className="size-5 flex-none" aria-hidden="true" />
          <span className="min-w-0">
            <bdi dir="ltr" className="break-words font-medium">
              {is.proof.email}
            </bdi>
            <br />
            {text("education_until", { date: day(is.proof.ends_at, locale) })}
          </span>
        </p>
      ) : null}
      {is.on ? (
        <Button
          kind={is.proof ? "secondary" : "primary"}
          size={is.proof ? "md" : "lg"}
          onClick={() => setProving(true)}
        >
          {text(is.proof ? "education_verify_again" : "education_verify")}
        </Button>
      ) : null}
      {is.on && !is.proof ? (
        <p className="text-muted text-sm">{text("education_for", { count: is.days })}</p>
      ) : null}
      {proving ? <EducationDialogs onClose={() => setProving(false)} /> : null}
    </>
  );
}
