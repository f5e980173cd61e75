import type { SettingsPanel } from "@ensemble/blocks/area/area";
import { Coins, CreditCard, DoorOpen, Gauge, ReceiptText, Scale, Tags, WalletCards } from "lucide-react";

const sellsPlans: SettingsPanel["when"] = ({ offered_plans }) => offered_plans;

export const PANELS: readonly SettingsPanel[] = [
  {
    to: "/settings/usage",
    group: "plan",
    label: "panel.usage",
    icon: Gauge,
    order: 120,
    holds: ["queries_left", "history"],
  },
  {
    to: "/subscription",
    group: "plan",
    label: "panel.subscription",
    icon: CreditCard,
    order: 130,
    when: sellsPlans,
    holds: ["plan", "cancel_subscription"],
  },
  {
    to: "/credits",
    group: "plan",
    label: "panel.credits",
    icon: Coins,
    order: 140,
    when: sellsPlans,
    holds: ["buy_credits"],
  },
  {
    to: "/billing",
    group: "plan",
    label: "panel.orders",
    icon: ReceiptText,
    order: 150,
    when: sellsPlans,
    holds: ["payments"],
  },
  {
    to: "/settings/plans",
    group: "income",
    label: "panel.plans",
    icon: Tags,
    order: 270,
    when: sellsPlans,
    holds: ["prices"],
  },
  {
    to: "/settings/orders",
    group: "income",
    label: "panel.bookings",
    icon: WalletCards,
    order: 280,
    when: sellsPlans,
    holds: ["revenue"],
  },
  {
    to: "/settings/cancellations",
    group: "income",
    label: "panel.cancellations",
    icon: DoorOpen,
    order: 290,
    when: sellsPlans,
    holds: ["cancel_reasons"],
  },
  {
    to: "/settings/spending",
    group: "income",
    label: "panel.spending",
    icon: Scale,
    order: 300,
    holds: ["spending_limit"],
  },
];
