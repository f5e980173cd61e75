import type { SettingsPanel } from "@ensemble/blocks/area/area";
import { HandCoins, Handshake } from "lucide-react";

export const PANELS: readonly SettingsPanel[] = [
  {
    to: "/affiliate",
    label: "panel.affiliate",
    icon: Handshake,
    order: 170,
    when: ({ affiliates }) => affiliates,
    holds: ["affiliate_link"],
  },
  {
    to: "/settings/affiliates",
    label: "panel.affiliates",
    icon: HandCoins,
    order: 310,
    when: ({ affiliates }) => affiliates,
    holds: ["payouts"],
  },
];
