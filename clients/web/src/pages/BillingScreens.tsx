/** Billing pages in one chunk, because people navigate between them. */
export { CreditsPanel } from "@ensemble/feature-billing/CreditsPanel";
export { OrdersPanel } from "@ensemble/feature-billing/OrdersPanel";
export { SubscriptionPanel } from "@ensemble/feature-billing/SubscriptionPanel";
export { UsagePanel } from "@ensemble/feature-billing/UsagePanel";
