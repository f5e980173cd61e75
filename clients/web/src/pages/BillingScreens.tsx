/** Billing pages in one chunk, because people navigate between them. */
export { OrdersPanel } from "@ensemble/feature-billing/orders/OrdersPanel";
export { SubscriptionPanel } from "@ensemble/feature-billing/subscription/SubscriptionPanel";
export { CreditsPanel } from "@ensemble/feature-billing/usage/CreditsPanel";
export { UsagePanel } from "@ensemble/feature-billing/usage/UsagePanel";
