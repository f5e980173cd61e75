import type { AnyPage } from "@ensemble/blocks/area/route";
import { useSettings } from "@ensemble/blocks/session-queries";
import { AppLink } from "@ensemble/host/navigation";
import { loadTexts, useText } from "@ensemble/i18n/text";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import clsx from "clsx";
import { Bot, MessageCircle, Settings, SquarePen } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { keepFirstField } from "./first-field";
import { whenIdle } from "./first-words";
import { resumeFollowing, watchTabs } from "./page/page-store";
import { useReceipt } from "./page/receipts";
import { PANEL_SETTINGS, type PanelRoute, type Place, placeOf, ROUTES } from "./places";

/**
 * Loads the chat page lazily: Markdown rendering is half of the panel's code, and the composer does not need
 * it.
 */
const loadChatPage = () => import("@ensemble/feature-chat/ChatPage");
const ConversationList = lazy(() =>
  import("@ensemble/feature-chat/list/ConversationList").then((file) => ({ default: file.ConversationList })),
);
const NoticeBanner = lazy(
  whenIdle(() =>
    import("@ensemble/blocks/notices/NoticeBanner").then((file) => ({ default: file.NoticeBanner })),
  ),
);
const ReceiptDialog = lazy(() =>
  import("./page/ReceiptDialog").then((file) => ({ default: file.ReceiptDialog })),
);
const SettingsPage = lazy(() =>
  import("./settings/SettingsPage").then((file) => ({ default: file.SettingsPage })),
);

/** The pages of areas by what loads them: routes that share a page keep its state. */
const PAGES = new Map<unknown, AnyPage>(
  ROUTES.map(({ page, texts }) =>
    "component" in page
      ? [page.component, page.component]
      : [
          page.load,
          lazy(async () => {
            const [Page] = await Promise.all([page.load(), loadTexts(texts)]);
            return { default: Page };
          }),
        ],
  ),
);

const pageOf = ({ page }: PanelRoute) => PAGES.get("component" in page ? page.component : page.load);

/** Page with the navigation below it. */
export function PanelPage({ path }: { path: string }) {
  const text = useText("common");
  const place = placeOf(path) ?? placeOf("/home/chat");
  // Everywhere in the panel: an attached page may have changed by the time its person returns to the
  // composer.
  useEffect(watchTabs, []);
  useEffect(() => void resumeFollowing(), []);
  useEffect(() => {
    // Before the first message is sent; if it cannot be loaded, it is requested again then.
    void whenIdle(loadChatPage)().catch(() => undefined);
  }, []);
  return (
    <div className="flex h-dvh flex-col bg-surface">
      <Suspense>
        <NoticeBanner />
      </Suspense>
      <main className="flex min-h-0 min-w-0 flex-1 flex-col">
        <Suspense
          fallback={
            <div className="p-6">
              <SkeletonLines count={6} label={text("loading")} />
            </div>
          }
        >
          <Content place={place} />
        </Suspense>
      </main>
      <Tabs place={place} />
      <Receipt />
    </div>
  );
}

/** Renders the receipt, mounted on first use. */
function Receipt() {
  const waits = useReceipt(({ page }) => page !== null);
  const [wasAsked, setWasAsked] = useState(false);
  if (waits && !wasAsked) setWasAsked(true);
  return wasAsked ? (
    <Suspense>
      <ReceiptDialog />
    </Suspense>
  ) : null;
}

function Content({ place }: { place: Place | null }) {
  switch (place?.kind) {
    case "chats":
      return <ConversationList />;
    case "settings":
      return <SettingsPage panel={place.panel} />;
    case "page":
      return <AreaPage {...place} />;
    default:
      return null;
  }
}

function AreaPage({ route, props }: Extract<Place, { kind: "page" }>) {
  const Page = pageOf(route);
  if (!Page) return null;
  return isStart(route) ? (
    <StartPage>
      <Page {...props} />
    </StartPage>
  ) : (
    <Page {...props} />
  );
}

/** True if one begins to write on the page: its code is part of the first script. */
const isStart = ({ page }: PanelRoute) => "component" in page;

function StartPage({ children }: { children: ReactNode }) {
  useKeepFirstField();
  return children;
}

/** Stores the field's appearance once the panel has loaded, and when it closes. */
function useKeepFirstField(): void {
  const { send_with: sendWith } = useSettings();
  useEffect(() => {
    const keep = () => keepFirstField(sendWith);
    let here = true;
    void whenIdle(async () => {
      if (here) keep();
    })();
    addEventListener("pagehide", keep);
    return () => {
      here = false;
      removeEventListener("pagehide", keep);
    };
  }, [sendWith]);
}

function Tabs({ place }: { place: Place | null }) {
  const text = useText("extension");
  const route = place?.kind === "page" ? place.route : null;
  const isNewChat = route !== null && isStart(route);
  return (
    <nav
      aria-label={text("tabs")}
      className={clsx(
        "flex-none border-line border-t bg-canvas",
        // A chat has its composer there, and the back button in its header; wide panels have none,
        // because the list is beside it.
        route?.immersive ? "hidden lg:flex" : "flex",
      )}
    >
      <Tab to="/home" label={text("tab_chats")} current={place?.kind === "chats"}>
        <MessageCircle />
      </Tab>
      <Tab to="/home/chat" label={text("tab_new_chat")} current={isNewChat}>
        <SquarePen />
      </Tab>
      <Tab to="/bots" label={text("tab_bots")} current={route?.area === "bots"}>
        <Bot />
      </Tab>
      <Tab to={PANEL_SETTINGS} label={text("tab_settings")} current={place?.kind === "settings"}>
        <Settings />
      </Tab>
    </nav>
  );
}

function Tab({
  to,
  label,
  current,
  children,
}: {
  to: string;
  label: string;
  current: boolean;
  children: ReactNode;
}) {
  return (
    <AppLink
      to={to}
      aria-current={current ? "page" : undefined}
      className={clsx(
        "flex h-12 flex-1 flex-col items-center justify-center gap-0.5 text-xs outline-offset-[-2px] [&_svg]:size-4.5",
        current ? "font-medium text-accent-ink" : "text-muted hover:text-ink",
      )}
    >
      {children}
      {label}
    </AppLink>
  );
}
