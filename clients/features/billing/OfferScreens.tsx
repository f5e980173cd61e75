import { useShell } from "@ensemble/blocks/area/shell";
import { EducationPage } from "./education/EducationPage";
import { BackToSchoolPage, FreeTrialPage } from "./offers/PromotionLandings";

export { OnboardingPage } from "./offers/OnboardingPage";
export { PricingPage } from "./offers/PricingPage";

/** `/backtoschool`: there while the promotion runs. */
export function BackToSchoolScreen() {
  const { Missing } = useShell();
  return <BackToSchoolPage missing={<Missing />} />;
}

/** `/free-trial`: there where a trial is offered. */
export function FreeTrialScreen() {
  const { Missing } = useShell();
  return <FreeTrialPage missing={<Missing />} />;
}

/** `/education-pricing`: there where such a discount is offered. */
export function EducationScreen() {
  const { Missing } = useShell();
  return <EducationPage missing={<Missing />} />;
}
