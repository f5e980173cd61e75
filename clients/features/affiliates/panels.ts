import type { SettingsPanel } from "@ensemble/blocks/area/area";
import { HandCoins, Handshake } from "lucide-react";

/** True where the operator opened the affiliate program. A session kept by an older client has no features. */
const isOpen: SettingsPanel["when"] = ({ features }) => features?.includes("affiliates");

export const PANELS: readonly SettingsPanel[] = [
  {
    to: "/affiliate",
    group: "plan",
    label: "panel.affiliate",
    icon: Handshake,
    order: 170,
    when: isOpen,
    holds: ["affiliate_link"],
  },
  {
    to: "/settings/affiliates",
    group: "income",
    label: "panel.affiliates",
    icon: HandCoins,
    order: 310,
    when: isOpen,
    holds: ["payouts"],
  },
];
