/** What somebody has and pays, in one file: they go from each to the others. */
export { CreditsPanel } from "@ensemble/feature-billing/CreditsPanel";
export { OrdersPanel } from "@ensemble/feature-billing/OrdersPanel";
export { SubscriptionPanel } from "@ensemble/feature-billing/SubscriptionPanel";
export { UsagePanel } from "@ensemble/feature-billing/UsagePanel";
