/** The panels of what somebody has and pays, in one file: people go from each to the others. */

export { OrdersPanel } from "./orders/OrdersPanel";
export { SubscriptionPanel } from "./subscription/SubscriptionPanel";
export { CreditsPanel } from "./usage/CreditsPanel";
export { UsagePanel } from "./usage/UsagePanel";
