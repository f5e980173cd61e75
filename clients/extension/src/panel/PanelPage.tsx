import type { NavigationItem } from "@ensemble/blocks/area/area";
import type { AnyPage } from "@ensemble/blocks/area/route";
import { useSettings } from "@ensemble/blocks/session-queries";
import { loadTexts, useText } from "@ensemble/i18n/text";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { AREAS } from "./areas";
import { keepFirstField } from "./first-field";
import { whenIdle } from "./first-words";
import { PanelTabs } from "./PanelTabs";
import { resumeFollowing, watchTabs } from "./page/page-store";
import { useReceipt } from "./page/receipts";
import { type PanelRoute, type Place, placeOf, ROUTES } from "./places";

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
const SettingsPage = lazy(async () => {
  const [{ SettingsPage }, { loadPanels }] = await Promise.all([
    import("./settings/SettingsPage"),
    import("./settings/panels"),
  ]);
  await loadPanels();
  return { default: SettingsPage };
});

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

const ENTRY_OF_AREA = new Map<string, NavigationItem>(
  AREAS.flatMap(({ name, navigation }) => (navigation ? [[name, navigation]] : [])),
);
const ENTRIES = [...ENTRY_OF_AREA.values()];

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
      <PanelTabs
        entries={ENTRIES}
        current={tabOf(place)}
        immersive={place?.kind === "page" && place.route.immersive === true}
      />
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

/** Key of the tab that a place belongs to. */
function tabOf(place: Place | null): string | null {
  if (place?.kind !== "page") return place?.kind ?? null;
  if (isStart(place.route)) return "new chat";
  return ENTRY_OF_AREA.get(place.route.area)?.key ?? null;
}
