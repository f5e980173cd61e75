import { sessionQuery } from "@ensemble/blocks/session-queries";
import { loadTexts, type TextArea } from "@ensemble/i18n/text";
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  notFound,
  type RouteComponent,
  redirect,
  type StaticDataRouteOption,
} from "@tanstack/react-router";
import { safeRedirect } from "./boot/redirect-to";
import { Frame } from "./frame/Frame";
import { MissingPage } from "./pages/ErrorPages";
import { NewChatScreen } from "./pages/NewChatScreen";
import { Root } from "./Root";
import type { RouterContext } from "./router";

/** Search parameters of addresses; all others are dropped. */
interface Search {
  /** Spec §2: question to start the chat with. */
  q?: string;
  /** Spec §2: path to open after signing in. Checked by `safeRedirect`. */
  redirectTo?: string;
  /** Spec §2, share pages: id of the shared page. */
  id?: string;
  /** Id of content shared by another app on the phone, as stored by the service worker. */
  shared?: string;
  /** Problem code of a failed external sign-in. */
  error?: string;
  /** Parameters of a program that wants to sign in. */
  client_type?: string;
  redirect_url?: string;
  code_challenge?: string;
  code_challenge_method?: string;
  device_name?: string;
  state?: string;
  code?: string;
  /** Spec §2, checkout: the selected item, or the order. */
  plan?: string;
  cycle?: string;
  pack?: string;
  order?: string;
  /** Spec §2, PDF chat: the document and the first page. */
  doc_id?: string;
  page?: string;
  /** Spec §2, webview paths: the memo; `is_new`: it is still empty. */
  memo_id?: string;
  is_new?: string;
  /** Collection of documents to ask about. */
  collection?: string;
  /** Spec §2, printed PDF chat: the conversation. */
  chat_id?: string;
  /** Number of seats of a team plan; `buy`: to be chosen. */
  seats?: string;
  /** Spec §2, team invitation: its code. */
  c?: string;
}

const SEARCH = [
  "q",
  "redirectTo",
  "id",
  "shared",
  "error",
  "client_type",
  "redirect_url",
  "code_challenge",
  "code_challenge_method",
  "device_name",
  "state",
  "code",
  "plan",
  "cycle",
  "pack",
  "order",
  "seats",
  "c",
  "doc_id",
  "memo_id",
  "is_new",
  "page",
  "collection",
  "chat_id",
] as const satisfies readonly (keyof Search)[];

const readSearch = (search: Record<string, unknown>): Search => {
  const texts = SEARCH.filter((name) => typeof search[name] === "string" || typeof search[name] === "number");
  return Object.fromEntries(texts.map((name) => [name, String(search[name])]));
};

const root = createRootRouteWithContext<RouterContext>()({ component: Root, validateSearch: readSearch });

/** Spec §2: page after sign-up; others sign up first. */
const ONBOARDING = "/onboarding-pay";

/** Parent route for signed-in people; others sign in first and return. */
const inside = createRoute({
  getParentRoute: () => root,
  id: "inside",
  beforeLoad: async ({ context, location }) => {
    const { me, setup, ended_reason } = await context.queryClient.ensureQueryData(sessionQuery);
    if (me) return;
    if (ended_reason === "suspended") throw redirect({ to: "/banned" });
    const wish = safeRedirect(location.href);
    throw redirect({
      to: setup.needs_operator || location.pathname === ONBOARDING ? "/sign-up" : "/login",
      search: wish === "/" ? {} : { redirectTo: wish },
    });
  },
});

/** Layout route with rail, list and page. */
const frame = createRoute({
  getParentRoute: () => inside,
  id: "frame",
  component: Frame,
});

const settings = createRoute({
  getParentRoute: () => frame,
  id: "settings",
  loader: () => loadTexts(["frame", "accounts"]),
  staticData: { list: "settings" },
  component: lazyRouteComponent(() => import("./settings/SettingsPage"), "SettingsPage"),
});

/** Parent route for operators; the server rejects others as well. */
const operator = createRoute({
  getParentRoute: () => settings,
  id: "operator",
  beforeLoad: async ({ context }) => {
    const { me } = await context.queryClient.ensureQueryData(sessionQuery);
    if (me?.role !== "operator") throw redirect({ to: "/403" });
  },
});

/** Texts of every page, besides those of the first. */
const PAGE_TEXTS: TextArea[] = ["frame", "common"];

/** Texts of every page of existing chats. */
const CHAT_TEXTS: TextArea[] = ["chat", "documents"];

type Load = () => Promise<RouteComponent>;

type Options = StaticDataRouteOption & { texts?: TextArea[] };

/** Route with a lazily loaded page. */
const at = <Parent extends AnyRoute, Path extends string>(
  parent: Parent,
  path: Path,
  load: Load,
  { texts = [], ...options }: Options = {},
) =>
  atOnce(
    parent,
    path,
    lazyRouteComponent(async () => ({ default: await load() })),
    { texts: [...PAGE_TEXTS, ...texts], ...options },
  );

/** Route with a page in the first script, which most people open first. */
const atOnce = <Parent extends AnyRoute, Path extends string>(
  parent: Parent,
  path: Path,
  component: RouteComponent,
  { texts = ["start"], ...staticData }: Options = {},
) =>
  createRoute({
    getParentRoute: () => parent,
    path,
    staticData,
    loader: () => loadTexts(texts),
    component,
  });

const conversation: Load = () => {
  // Asked for with the page, so that it is there when the frame shows it.
  void import("@ensemble/feature-chat/list/ConversationList");
  return import("./pages/ConversationScreen").then((file) => file.ConversationScreen);
};
const general: Load = () =>
  import("@ensemble/feature-accounts/settings/GeneralPanel").then((file) => file.GeneralPanel);
const rewards: Load = () => import("@ensemble/feature-rewards/RewardPage").then((file) => file.RewardPage);
const landing: Load = () => import("./pages/InvitationScreen").then((file) => file.InvitationScreen);
const affiliate: Load = () =>
  import("@ensemble/feature-affiliates/AffiliatePage").then((file) => file.AffiliatePage);
const affiliateLanding: Load = () => import("./pages/InvitationScreen").then((file) => file.AffiliateScreen);
const billingScreens = () => import("./pages/BillingScreens");
const subscription: Load = () => billingScreens().then((file) => file.SubscriptionPanel);
const teamScreens = () => import("./pages/TeamScreens");
const TEAM: Options = { texts: ["teams", "billing", "caps"] };
const BILLING: Options = { texts: ["billing"] };
const MEMO: Options = { texts: ["memos", "chat"] };
const checkoutScreens = () => import("./pages/CheckoutScreen");
const promotionScreens = () => import("./pages/PromotionScreens");
const authScreens = () => import("./pages/AuthScreens");
const refusalPages = () => import("./pages/RefusalPages");

/** Matches an invitation code; no page has such a path. */
const CODE = /^\/[2-9a-hjkmnp-z]{10}$/;

/** Spec §2: `/{code}`. */
const invitation = createRoute({
  getParentRoute: () => root,
  path: "/$inviteCode",
  component: lazyRouteComponent(async () => ({ default: await landing() })),
  beforeLoad: ({ location }) => {
    if (!CODE.test(location.pathname)) throw notFound();
  },
  loader: () => loadTexts([...PAGE_TEXTS, "rewards"]),
});

/** Spec §2: `/price`, an alias of the pricing page. */
const price = createRoute({
  getParentRoute: () => root,
  path: "/price",
  beforeLoad: () => {
    throw redirect({ to: "/pricing", replace: true });
  },
});

/*
 * Path → page, to be read against spec §2. The locale segment is stripped before this table (boot/path-locale.ts).
 * Only what is built stands here; a page of the spec that is not built yet is the 404 page.
 */
export const routeTree = root.addChildren([
  inside.addChildren([
    at(inside, "/webapp/doc-print", () => import("./pages/PrintScreen").then((file) => file.PrintScreen), {
      texts: ["library", "chat"],
    }),
    at(
      inside,
      "/webapp/memo/detail/webview",
      () => import("./pages/MemoScreens").then((file) => file.MemoWebviewScreen),
      MEMO,
    ),
    at(inside, "/webapp/editor", () => import("./pages/MemoScreens").then((file) => file.EditorScreen), MEMO),
    frame.addChildren([
      atOnce(frame, "/", NewChatScreen, { list: "chat" }),
      atOnce(frame, "/home", NewChatScreen, { list: "chat", listFirst: true }),
      atOnce(frame, "/home/chat", NewChatScreen, { list: "chat" }),
      at(
        frame,
        "/home/chat/trash",
        () => import("@ensemble/feature-chat/TrashPage").then((file) => file.TrashPage),
        { list: "chat", texts: ["trash", ...CHAT_TEXTS] },
      ),
      at(frame, "/home/chat/$name/$uid", conversation, {
        list: "chat",
        immersive: true,
        texts: CHAT_TEXTS,
      }),
      at(frame, "/home/read", () => import("./pages/ReadingScreens").then((file) => file.ReadingScreen), {
        texts: ["reading", "chat", "documents"],
      }),
      at(
        frame,
        "/home/read/$uid",
        () => import("./pages/ReadingScreens").then((file) => file.OneReadingScreen),
        { texts: ["reading", "chat", "documents"] },
      ),
      at(frame, "/home/search", () => import("./pages/SearchScreens").then((file) => file.SearchScreen), {
        texts: ["search", "chat"],
      }),
      at(
        frame,
        "/home/search/$uid",
        () => import("./pages/SearchScreens").then((file) => file.SearchScreen),
        { texts: ["search", "chat"] },
      ),
      at(
        frame,
        "/home/research/{-$uid}",
        () => import("./pages/SearchScreens").then((file) => file.ResearchScreen),
        { texts: ["search", "chat"] },
      ),
      at(
        frame,
        "/bypass-ai/{-$uid}",
        () => import("./pages/HumanizerScreen").then((file) => file.HumanizerScreen),
        { texts: ["humanizer", "chat"] },
      ),
      at(
        frame,
        "/webapp/doc-chat",
        () => import("./pages/DocumentScreens").then((file) => file.DocumentScreen),
        { texts: ["library", ...CHAT_TEXTS] },
      ),
      at(frame, "/home/memo", () => import("./pages/MemoScreens").then((file) => file.MemosScreen), {
        texts: ["memos"],
      }),
      at(frame, "/home/memo/$uid", () => import("./pages/MemoScreens").then((file) => file.MemoScreen), MEMO),
      at(
        frame,
        "/webapp/memo/detail",
        () => import("./pages/MemoScreens").then((file) => file.MemoDetailScreen),
        MEMO,
      ),
      at(
        frame,
        "/webapp/memo/detail/new",
        () => import("./pages/MemoScreens").then((file) => file.NewMemoScreen),
        MEMO,
      ),
      at(frame, "/bots", () => import("./pages/BotScreens").then((file) => file.BotsScreen), {
        texts: ["bots"],
      }),
      at(frame, "/bots/create", () => import("./pages/BotScreens").then((file) => file.NewBotScreen), {
        texts: ["bots"],
      }),
      at(frame, "/bots/$uid", () => import("./pages/BotScreens").then((file) => file.BotScreen), {
        texts: ["bots"],
      }),
      at(frame, "/bots/$uid/edit", () => import("./pages/BotScreens").then((file) => file.EditBotScreen), {
        texts: ["bots"],
      }),
      settings.addChildren([
        at(settings, "/settings", general, { listFirst: true }),
        at(settings, "/settings/general", general),
        at(settings, "/profile", () => import("./pages/ProfileScreen").then((file) => file.ProfileScreen)),
        at(settings, "/keyboard-shortcuts", () =>
          import("@ensemble/feature-accounts/settings/ShortcutsPanel").then((file) => file.ShortcutsPanel),
        ),
        at(
          settings,
          "/settings/devices",
          () => import("@ensemble/feature-accounts/settings/DevicesPanel").then((file) => file.DevicesPanel),
          { texts: ["audit"] },
        ),
        at(
          settings,
          "/settings/notifications",
          () =>
            import("@ensemble/feature-notifications/NotificationsPanel").then(
              (file) => file.NotificationsPanel,
            ),
          { texts: ["notifications"] },
        ),
        at(
          settings,
          "/settings/chat",
          () =>
            import("@ensemble/feature-chat/settings/ChatSettingsPanel").then(
              (file) => file.ChatSettingsPanel,
            ),
          { texts: ["chat"] },
        ),
        at(
          settings,
          "/settings/memory",
          () => import("@ensemble/feature-memory/MemoryViews").then((file) => file.MemoryViews),
          { texts: ["memory", "chat"] },
        ),
        at(
          settings,
          "/settings/models",
          () => import("@ensemble/feature-models/ModelsPanel").then((file) => file.ModelsPanel),
          { texts: ["models"] },
        ),
        at(
          settings,
          "/settings/tools",
          () => import("@ensemble/feature-tools/ToolsPanel").then((file) => file.ToolsPanel),
          { texts: ["tools"] },
        ),
        at(
          settings,
          "/settings/data",
          () =>
            import("@ensemble/feature-portability/PortabilityPanel").then((file) => file.PortabilityPanel),
          { texts: ["portability"] },
        ),
        at(
          settings,
          "/settings/shares",
          () => import("@ensemble/feature-sharing/SharesPanel").then((file) => file.SharesPanel),
          { texts: ["sharing", "chat"] },
        ),
        at(settings, "/settings/usage", () => billingScreens().then((file) => file.UsagePanel), BILLING),
        at(settings, "/subscription", subscription, BILLING),
        at(settings, "/membership", subscription, BILLING),
        at(settings, "/credits", () => billingScreens().then((file) => file.CreditsPanel), BILLING),
        at(settings, "/billing", () => billingScreens().then((file) => file.OrdersPanel), BILLING),
        at(settings, "/reward", rewards, { texts: ["rewards", "chat"] }),
        at(settings, "/invitation", rewards, { texts: ["rewards", "chat"] }),
        at(settings, "/affiliate", affiliate, { texts: ["affiliates", "chat"] }),
        at(settings, "/invitation-affiliate", affiliate, { texts: ["affiliates", "chat"] }),
        at(settings, "/team", () => teamScreens().then((file) => file.TeamPage), TEAM),
        at(settings, "/team/members", () => teamScreens().then((file) => file.MembersPage), TEAM),
        at(settings, "/team/usage", () => teamScreens().then((file) => file.TeamUsagePage), TEAM),
        at(settings, "/team/billing", () => teamScreens().then((file) => file.TeamBillingPage), TEAM),
        at(settings, "/team/settings", () => teamScreens().then((file) => file.TeamSettingsPage), TEAM),
        at(
          settings,
          "/settings/quick-actions",
          () => import("@ensemble/feature-prompts/QuickActionsPanel").then((file) => file.QuickActionsPanel),
          { texts: ["prompts"] },
        ),
        at(
          settings,
          "/settings/api-keys",
          () => import("@ensemble/feature-gateway/ApiKeysPanel").then((file) => file.ApiKeysPanel),
          { texts: ["gateway"] },
        ),
        operator.addChildren([
          at(
            operator,
            "/settings/users",
            () => import("@ensemble/feature-admin/UsersPanel").then((file) => file.UsersPanel),
            { texts: ["admin", "caps"] },
          ),
          at(
            operator,
            "/settings/grants",
            () => import("@ensemble/feature-admin/GrantsPanel").then((file) => file.GrantsPanel),
            { texts: ["admin"] },
          ),
          at(
            operator,
            "/settings/notice",
            () => import("@ensemble/feature-admin/NoticePanel").then((file) => file.NoticePanel),
            { texts: ["admin"] },
          ),
          at(
            operator,
            "/settings/reports",
            () => import("@ensemble/feature-bots/reviews/ReportsPanel").then((file) => file.ReportsPanel),
            { texts: ["bots"] },
          ),
          at(
            operator,
            "/settings/reviews",
            () => import("@ensemble/feature-bots/reviews/ReviewsPanel").then((file) => file.ReviewsPanel),
            { texts: ["bots"] },
          ),
          at(
            operator,
            "/settings/search",
            () => import("@ensemble/feature-search/FindersPanel").then((file) => file.FindersPanel),
            { texts: ["search"] },
          ),
          at(
            operator,
            "/settings/plans",
            () => import("@ensemble/feature-billing/admin/PlansPanel").then((file) => file.PlansPanel),
            BILLING,
          ),
          at(
            operator,
            "/settings/orders",
            () => import("@ensemble/feature-billing/admin/BookingsPanel").then((file) => file.BookingsPanel),
            BILLING,
          ),
          at(
            operator,
            "/settings/cancellations",
            () =>
              import("@ensemble/feature-billing/admin/CancellationsPanel").then(
                (file) => file.CancellationsPanel,
              ),
            BILLING,
          ),
          at(
            operator,
            "/settings/spending",
            () =>
              import("@ensemble/feature-billing/spending/SpendingPanel").then((file) => file.SpendingPanel),
            { texts: ["spending"] },
          ),
          at(
            operator,
            "/settings/affiliates",
            () => import("@ensemble/feature-affiliates/AffiliatesPanel").then((file) => file.AffiliatesPanel),
            { texts: ["affiliates"] },
          ),
          at(
            operator,
            "/settings/outbox",
            () => import("@ensemble/feature-admin/OutboxPanel").then((file) => file.OutboxPanel),
            { texts: ["admin"] },
          ),
          at(
            operator,
            "/settings/server",
            () => import("@ensemble/feature-admin/ServerPanel").then((file) => file.ServerPanel),
            { texts: ["admin", "audit"] },
          ),
        ]),
      ]),
    ]),
    at(inside, "/authorize", () => authScreens().then((file) => file.AuthorizeScreen), {
      texts: ["accounts"],
    }),
    at(inside, "/quick", () => import("./pages/QuickScreen").then((file) => file.QuickScreen), {
      texts: ["desktop", ...CHAT_TEXTS],
    }),
    at(inside, "/checkout", () => checkoutScreens().then((file) => file.CheckoutScreen), BILLING),
    at(inside, "/paid-landing", () => checkoutScreens().then((file) => file.PaidScreen), BILLING),
    at(inside, ONBOARDING, () => promotionScreens().then((file) => file.OnboardingPage), BILLING),
    at(inside, "/team/invitation", () => teamScreens().then((file) => file.InvitationScreen), TEAM),
    at(inside, "/account-deletion", () => authScreens().then((file) => file.DeletionScreen), {
      texts: ["accounts"],
    }),
  ]),
  at(root, "/login", () => authScreens().then((file) => file.LoginScreen), { texts: ["accounts"] }),
  at(root, "/sign-up", () => authScreens().then((file) => file.SignUpScreen), { texts: ["accounts"] }),
  at(root, "/reset-password", () => authScreens().then((file) => file.ResetScreen), { texts: ["accounts"] }),
  at(root, "/auth-landing", () => authScreens().then((file) => file.LandingScreen), { texts: ["accounts"] }),
  at(root, "/s/$shareId", () => import("./pages/SharedScreen").then((file) => file.SharedScreen), {
    texts: ["sharing", "chat"],
  }),
  at(root, "/share/$kind", () => import("./pages/SharedScreen").then((file) => file.SharedScreen), {
    texts: ["sharing", "chat"],
  }),
  at(root, "/pricing", () => promotionScreens().then((file) => file.PricingPage), BILLING),
  price,
  at(root, "/backtoschool", () => promotionScreens().then((file) => file.BackToSchoolScreen), BILLING),
  at(root, "/free-trial", () => promotionScreens().then((file) => file.FreeTrialScreen), BILLING),
  at(root, "/education-pricing", () => promotionScreens().then((file) => file.EducationScreen), BILLING),
  at(root, "/invitation-landing", landing, { texts: ["rewards"] }),
  at(root, "/invitation-affiliate-landing", affiliateLanding, { texts: ["affiliates"] }),
  invitation,
  at(root, "/banned", () => refusalPages().then((file) => file.BannedPage), { texts: ["notice"] }),
  at(root, "/403", () => refusalPages().then((file) => file.ForbiddenPage)),
  atOnce(root, "/404", MissingPage),
  at(root, "/500", () => refusalPages().then((file) => file.BrokenPage)),
]);
