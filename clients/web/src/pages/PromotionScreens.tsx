import { EducationPage } from "@ensemble/feature-billing/education/EducationPage";
import { BackToSchoolPage, FreeTrialPage } from "@ensemble/feature-billing/offers/PromotionLandings";
import { MissingPage } from "./ErrorPages";

export { OnboardingPage } from "@ensemble/feature-billing/offers/OnboardingPage";
export { PricingPage } from "@ensemble/feature-billing/offers/PricingPage";

/** Page of `/backtoschool` while the promotion runs. */
export function BackToSchoolScreen() {
  return <BackToSchoolPage missing={<MissingPage />} />;
}

/** Page of `/free-trial` if a trial is offered. */
export function FreeTrialScreen() {
  return <FreeTrialPage missing={<MissingPage />} />;
}

/** Page of `/education-pricing` if there is a discount. */
export function EducationScreen() {
  return <EducationPage missing={<MissingPage />} />;
}
