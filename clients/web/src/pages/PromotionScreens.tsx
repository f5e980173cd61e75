import { EducationPage } from "@ensemble/feature-billing/education/EducationPage";
import { BackToSchoolPage, FreeTrialPage } from "@ensemble/feature-billing/offers/PromotionLandings";
import { MissingPage } from "./ErrorPages";

export { OnboardingPage } from "@ensemble/feature-billing/offers/OnboardingPage";
export { PricingPage } from "@ensemble/feature-billing/offers/PricingPage";

/** `/backtoschool`: there while the promotion runs. */
export function BackToSchoolScreen() {
  return <BackToSchoolPage missing={<MissingPage />} />;
}

/** `/free-trial`: there where a trial is offered. */
export function FreeTrialScreen() {
  return <FreeTrialPage missing={<MissingPage />} />;
}

/** `/education-pricing`: there where such a discount is offered. */
export function EducationScreen() {
  return <EducationPage missing={<MissingPage />} />;
}
