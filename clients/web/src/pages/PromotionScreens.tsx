import { EducationPage } from "@ensemble/feature-billing/EducationPage";
import { BackToSchoolPage, FreeTrialPage } from "@ensemble/feature-billing/PromotionLandings";
import { MissingPage } from "./ErrorPages";

export { OnboardingPage } from "@ensemble/feature-billing/OnboardingPage";
export { PricingPage } from "@ensemble/feature-billing/PricingPage";

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
