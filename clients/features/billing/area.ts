import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";

const panelsOf = () => import("./BalancePanels");
const offers = () => import("./OfferScreens");
const checkout = () => import("./CheckoutScreens");
const subscription = () => panelsOf().then((file) => file.SubscriptionPanel);

export const area: Area = {
  name: "billing",
  texts: ["billing"],
  routes: [
    route("/settings/usage", () => panelsOf().then((file) => file.UsagePanel), { layout: "settings" }),
    route("/subscription", subscription, { layout: "settings" }),
    route("/membership", subscription, { layout: "settings", panel: "/subscription" }),
    route("/credits", () => panelsOf().then((file) => file.CreditsPanel), { layout: "settings" }),
    route("/billing", () => panelsOf().then((file) => file.OrdersPanel), { layout: "settings" }),
    route("/settings/plans", () => import("./admin/PlansPanel").then((file) => file.PlansPanel), {
      layout: "operator",
    }),
    route("/settings/orders", () => import("./admin/BookingsPanel").then((file) => file.BookingsPanel), {
      layout: "operator",
    }),
    route(
      "/settings/cancellations",
      () => import("./admin/CancellationsPanel").then((file) => file.CancellationsPanel),
      { layout: "operator" },
    ),
    route("/settings/spending", () => import("./spending/SpendingPanel").then((file) => file.SpendingPanel), {
      layout: "operator",
      texts: ["spending"],
    }),
    route("/checkout", () => checkout().then((file) => file.CheckoutScreen), {
      layout: "bare",
      search: ["plan", "cycle", "seats", "pack", "order"],
    }),
    route("/paid-landing", () => checkout().then((file) => file.PaidScreen), {
      layout: "bare",
      search: ["order"],
    }),
    // Spec §2: comes after signing up.
    route("/onboarding-pay", () => offers().then((file) => file.OnboardingPage), {
      layout: "bare",
      signUpFirst: true,
    }),
    route("/pricing", () => offers().then((file) => file.PricingPage), { layout: "public" }),
    route("/backtoschool", () => offers().then((file) => file.BackToSchoolScreen), { layout: "public" }),
    route("/free-trial", () => offers().then((file) => file.FreeTrialScreen), { layout: "public" }),
    route("/education-pricing", () => offers().then((file) => file.EducationScreen), { layout: "public" }),
  ],
  // Spec §2: another address of the prices.
  redirects: { "/price": "/pricing" },
  panels: () => import("./panels").then((file) => file.PANELS),
  refetch: ["usage"],
  // The restrictions apply wherever the reader is.
  problemHelp: { "billing.subscribing_restricted": [], "billing.credits_restricted": [] },
};
