import type { TextKey } from "@ensemble/i18n/text";
import {
  BellRing,
  Brain,
  CircleUserRound,
  ClipboardCheck,
  Coins,
  Construction,
  CreditCard,
  DoorOpen,
  Flag,
  FolderSync,
  Gauge,
  Gift,
  Globe,
  HandCoins,
  Handshake,
  Inbox,
  Keyboard,
  KeyRound,
  type LucideIcon,
  MessageCircle,
  MonitorSmartphone,
  Plug,
  ReceiptText,
  Scale,
  Server,
  Share2,
  SlidersHorizontal,
  Tags,
  Users,
  UsersRound,
  WalletCards,
  Wrench,
  Zap,
} from "lucide-react";

export interface Panel {
  to: string;
  label: TextKey<"frame">;
  icon: LucideIcon;
  operator?: true;
  /** True if it is shown only where plans are sold. */
  plans?: true;
  /** True if it is shown only with an affiliate program. */
  affiliates?: true;
  /** Names of its settings, for the search. */
  holds: TextKey<"settings">[];
}

/** Settings pages in their order. The palette and the settings search use this table. */
export const PANELS: readonly Panel[] = [
  {
    to: "/profile",
    label: "panel.account",
    icon: CircleUserRound,
    holds: ["name", "email", "password", "sign_out", "delete_account"],
  },
  {
    to: "/settings/general",
    label: "panel.general",
    icon: SlidersHorizontal,
    holds: ["theme", "language", "font_size", "content_width", "send_key", "auto_new_chat", "simple_mode"],
  },
  {
    to: "/settings/chat",
    label: "panel.chat",
    icon: MessageCircle,
    holds: ["context", "scroll", "reply_language"],
  },
  {
    to: "/settings/memory",
    label: "panel.memory",
    icon: Brain,
    holds: ["about_you", "how_to_respond"],
  },
  {
    to: "/settings/models",
    label: "panel.models",
    icon: Plug,
    holds: ["default_model", "connections", "provider_keys"],
  },
  {
    to: "/settings/tools",
    label: "panel.tools",
    icon: Wrench,
    holds: ["tool_servers", "tool_rules"],
  },
  { to: "/keyboard-shortcuts", label: "panel.shortcuts", icon: Keyboard, holds: [] },
  {
    to: "/settings/devices",
    label: "panel.devices",
    icon: MonitorSmartphone,
    holds: ["sign_out_devices", "security_events"],
  },
  {
    to: "/settings/notifications",
    label: "panel.notifications",
    icon: BellRing,
    holds: ["push"],
  },
  {
    to: "/settings/data",
    label: "panel.portability",
    icon: FolderSync,
    holds: ["import", "export"],
  },
  { to: "/settings/shares", label: "panel.shares", icon: Share2, holds: ["stop_sharing"] },
  {
    to: "/settings/usage",
    label: "panel.usage",
    icon: Gauge,
    holds: ["queries_left", "history"],
  },
  {
    to: "/subscription",
    label: "panel.subscription",
    icon: CreditCard,
    plans: true,
    holds: ["plan", "cancel_subscription"],
  },
  { to: "/credits", label: "panel.credits", icon: Coins, plans: true, holds: ["buy_credits"] },
  { to: "/billing", label: "panel.orders", icon: ReceiptText, plans: true, holds: ["payments"] },
  { to: "/reward", label: "panel.rewards", icon: Gift, plans: true, holds: ["invite"] },
  {
    to: "/affiliate",
    label: "panel.affiliate",
    icon: Handshake,
    affiliates: true,
    holds: ["affiliate_link"],
  },
  { to: "/team", label: "panel.team", icon: UsersRound, holds: [] },
  {
    to: "/settings/quick-actions",
    label: "panel.quick_actions",
    icon: Zap,
    holds: ["pinned_actions"],
  },
  { to: "/settings/api-keys", label: "panel.api_keys", icon: KeyRound, holds: ["api"] },
  { to: "/settings/users", label: "panel.users", icon: Users, operator: true, holds: ["suspend"] },
  {
    to: "/settings/grants",
    label: "panel.grants",
    icon: HandCoins,
    operator: true,
    holds: ["give_credits"],
  },
  {
    to: "/settings/notice",
    label: "panel.notice",
    icon: Construction,
    operator: true,
    holds: ["close_server"],
  },
  {
    to: "/settings/reports",
    label: "panel.reports",
    icon: Flag,
    operator: true,
    holds: ["reports"],
  },
  {
    to: "/settings/reviews",
    label: "panel.reviews",
    icon: ClipboardCheck,
    operator: true,
    holds: ["reviews"],
  },
  {
    to: "/settings/search",
    label: "panel.search",
    icon: Globe,
    operator: true,
    holds: ["search_engines"],
  },
  {
    to: "/settings/plans",
    label: "panel.plans",
    icon: Tags,
    operator: true,
    plans: true,
    holds: ["prices"],
  },
  {
    to: "/settings/orders",
    label: "panel.bookings",
    icon: WalletCards,
    operator: true,
    plans: true,
    holds: ["revenue"],
  },
  {
    to: "/settings/cancellations",
    label: "panel.cancellations",
    icon: DoorOpen,
    operator: true,
    plans: true,
    holds: ["cancel_reasons"],
  },
  {
    to: "/settings/spending",
    label: "panel.spending",
    icon: Scale,
    operator: true,
    holds: ["spending_limit"],
  },
  {
    to: "/settings/affiliates",
    label: "panel.affiliates",
    icon: HandCoins,
    operator: true,
    affiliates: true,
    holds: ["payouts"],
  },
  { to: "/settings/outbox", label: "panel.outbox", icon: Inbox, operator: true, holds: ["mails"] },
  {
    to: "/settings/server",
    label: "panel.server",
    icon: Server,
    operator: true,
    holds: ["version", "audit_log"],
  },
];

export const panelsFor = (
  role: "operator" | "member",
  { offered_plans = false, affiliates = false }: { offered_plans?: boolean; affiliates?: boolean } = {},
): Panel[] =>
  PANELS.filter(
    (panel) =>
      (!panel.operator || role === "operator") &&
      (!panel.plans || offered_plans) &&
      (!panel.affiliates || affiliates),
  );

/** Addresses that show another page. */
const ALIASES: Record<string, string> = {
  "/settings": "/settings/general",
  "/membership": "/subscription",
  "/invitation": "/reward",
  "/invitation-affiliate": "/affiliate",
  "/team/members": "/team",
  "/team/usage": "/team",
  "/team/billing": "/team",
  "/team/settings": "/team",
};

/** Returns the page of an address; `/settings` shows the general one. */
export const panelAt = (path: string): Panel | undefined => {
  const [pathname] = path.split(/[?#]/);
  return PANELS.find(({ to }) => to === (pathname ? (ALIASES[pathname] ?? pathname) : pathname));
};
