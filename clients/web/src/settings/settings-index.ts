import type { TextKey } from "@ensemble/i18n/text";
import {
  BellRing,
  Brain,
  CircleUserRound,
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
  /** Only where plans are sold. */
  plans?: true;
  /** Only where people can earn by bringing others. */
  affiliates?: true;
  /** What can be set there, to be found by its own name. */
  holds: TextKey<"frame">[];
}

/** The settings panels in their order. The palette and the settings search read this table. */
export const PANELS: readonly Panel[] = [
  {
    to: "/profile",
    label: "panel.account",
    icon: CircleUserRound,
    holds: [
      "setting.name",
      "setting.email",
      "setting.password",
      "setting.sign_out",
      "setting.delete_account",
    ],
  },
  {
    to: "/settings/general",
    label: "panel.general",
    icon: SlidersHorizontal,
    holds: [
      "setting.theme",
      "setting.language",
      "setting.font_size",
      "setting.content_width",
      "setting.send_key",
      "setting.auto_new_chat",
      "setting.simple_mode",
    ],
  },
  {
    to: "/settings/chat",
    label: "panel.chat",
    icon: MessageCircle,
    holds: ["setting.context", "setting.scroll", "setting.reply_language"],
  },
  {
    to: "/settings/memory",
    label: "panel.memory",
    icon: Brain,
    holds: ["setting.about_you", "setting.how_to_respond"],
  },
  {
    to: "/settings/models",
    label: "panel.models",
    icon: Plug,
    holds: ["setting.default_model", "setting.connections", "setting.provider_keys"],
  },
  {
    to: "/settings/tools",
    label: "panel.tools",
    icon: Wrench,
    holds: ["setting.tool_servers", "setting.tool_rules"],
  },
  { to: "/keyboard-shortcuts", label: "panel.shortcuts", icon: Keyboard, holds: [] },
  {
    to: "/settings/devices",
    label: "panel.devices",
    icon: MonitorSmartphone,
    holds: ["setting.sign_out_devices"],
  },
  {
    to: "/settings/notifications",
    label: "panel.notifications",
    icon: BellRing,
    holds: ["setting.push"],
  },
  {
    to: "/settings/data",
    label: "panel.portability",
    icon: FolderSync,
    holds: ["setting.import", "setting.export"],
  },
  { to: "/settings/shares", label: "panel.shares", icon: Share2, holds: ["setting.stop_sharing"] },
  {
    to: "/settings/usage",
    label: "panel.usage",
    icon: Gauge,
    holds: ["setting.queries_left", "setting.history"],
  },
  {
    to: "/subscription",
    label: "panel.subscription",
    icon: CreditCard,
    plans: true,
    holds: ["setting.plan", "setting.cancel_subscription"],
  },
  { to: "/credits", label: "panel.credits", icon: Coins, plans: true, holds: ["setting.buy_credits"] },
  { to: "/billing", label: "panel.orders", icon: ReceiptText, plans: true, holds: ["setting.payments"] },
  { to: "/reward", label: "panel.rewards", icon: Gift, plans: true, holds: ["setting.invite"] },
  {
    to: "/affiliate",
    label: "panel.affiliate",
    icon: Handshake,
    affiliates: true,
    holds: ["setting.affiliate_link"],
  },
  { to: "/team", label: "panel.team", icon: UsersRound, holds: [] },
  {
    to: "/settings/quick-actions",
    label: "panel.quick_actions",
    icon: Zap,
    holds: ["setting.pinned_actions"],
  },
  { to: "/settings/api-keys", label: "panel.api_keys", icon: KeyRound, holds: ["setting.api"] },
  { to: "/settings/users", label: "panel.users", icon: Users, operator: true, holds: ["setting.suspend"] },
  {
    to: "/settings/grants",
    label: "panel.grants",
    icon: HandCoins,
    operator: true,
    holds: ["setting.give_credits"],
  },
  {
    to: "/settings/notice",
    label: "panel.notice",
    icon: Construction,
    operator: true,
    holds: ["setting.close_server"],
  },
  {
    to: "/settings/reports",
    label: "panel.reports",
    icon: Flag,
    operator: true,
    holds: ["setting.reports"],
  },
  {
    to: "/settings/search",
    label: "panel.search",
    icon: Globe,
    operator: true,
    holds: ["setting.search_engines"],
  },
  {
    to: "/settings/plans",
    label: "panel.plans",
    icon: Tags,
    operator: true,
    plans: true,
    holds: ["setting.prices"],
  },
  {
    to: "/settings/orders",
    label: "panel.bookings",
    icon: WalletCards,
    operator: true,
    plans: true,
    holds: ["setting.revenue"],
  },
  {
    to: "/settings/cancellations",
    label: "panel.cancellations",
    icon: DoorOpen,
    operator: true,
    plans: true,
    holds: ["setting.cancel_reasons"],
  },
  {
    to: "/settings/spending",
    label: "panel.spending",
    icon: Scale,
    operator: true,
    holds: ["setting.spending_limit"],
  },
  {
    to: "/settings/affiliates",
    label: "panel.affiliates",
    icon: HandCoins,
    operator: true,
    affiliates: true,
    holds: ["setting.payouts"],
  },
  { to: "/settings/outbox", label: "panel.outbox", icon: Inbox, operator: true, holds: ["setting.mails"] },
  { to: "/settings/server", label: "panel.server", icon: Server, operator: true, holds: ["setting.version"] },
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

/** Addresses that show the panel of another one. */
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

/** The panel an address shows; `/settings` alone shows the general one. */
export const panelAt = (path: string): Panel | undefined => {
  const [pathname] = path.split(/[?#]/);
  return PANELS.find(({ to }) => to === (pathname ? (ALIASES[pathname] ?? pathname) : pathname));
};
