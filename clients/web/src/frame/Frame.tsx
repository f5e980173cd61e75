import { safeRedirect } from "@ensemble/blocks/area/safe-redirect";
import { useCommand } from "@ensemble/blocks/commands/use-command";
import { useSession, useSettings } from "@ensemble/blocks/session-queries";
import { useHost } from "@ensemble/host/HostContext";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { OfflineText } from "@ensemble/ui/feedback/Skeleton";
import { ResizablePanel } from "@ensemble/ui/ResizablePanel";
import { Outlet, useMatches } from "@tanstack/react-router";
import clsx from "clsx";
import { Suspense, useEffect } from "react";
import { useEndedReason } from "../boot/session-end";
import { Waiting } from "../pages/Waiting";
import { entriesFor, itemAt } from "./areas";
import { BottomTabs } from "./BottomTabs";
import { changeFrame, LIST_WIDTH, restoreFrame, useFrame } from "./frame-store";
import { ListColumn } from "./ListColumn";
import { OfflineBanner } from "./OfflineBanner";
import { OperatorNotice } from "./OperatorNotice";
import { Rail } from "./Rail";
import { useFrameCommands } from "./use-frame-commands";
import { useWide } from "./use-wide";

/** Frame for a signed-in person; empty during the redirect after a session ended. */
export function Frame() {
  const { me } = useSession();
  useLeaveWhenSignedOut();
  return me ? <SignedInFrame /> : null;
}

/** Rail, list and page side by side; on narrow screens one at a time, with tabs at the bottom. */
function SignedInFrame() {
  const text = useText("start");
  const { storage } = useHost();
  const { listOpen, listWidth } = useFrame();
  const page = useMatches({ select: (matches) => mergedData(matches.map((match) => match.staticData)) });
  const listFirst = page.listFirst === true;
  const { entries, current } = useEntries();
  const isWide = useWide();

  useEffect(() => restoreFrame(storage), [storage]);
  useCommand(
    "frame.toggle_list",
    () => changeFrame(storage, { listOpen: !listOpen }),
    page.list !== undefined,
  );
  useFrameCommands();

  return (
    <OfflineText value={text("offline")}>
      <a
        href="#work"
        className="sr-only rounded-md bg-raised px-3 py-2 text-sm shadow-float focus:not-sr-only focus:fixed focus:start-3 focus:top-3 focus:z-50"
      >
        {text("skip_to_content")}
      </a>
      <div className="flex h-[calc(100dvh-var(--keyboard,0px))] flex-col bg-canvas px-[max(env(safe-area-inset-left),env(safe-area-inset-right))] pt-[env(safe-area-inset-top)]">
        <OfflineBanner />
        <OperatorNotice />
        <div className="flex min-h-0 flex-1">
          {isWide ? <Rail entries={entries} current={current} listed={page.list !== undefined} /> : null}
          {page.list && (isWide || listFirst) ? (
            <ListPlace
              beside={isWide}
              name={text(page.list === "chat" ? "chats" : "settings")}
              label={text("list_width")}
              open={listOpen}
              width={listWidth}
              onWidth={(width) => changeFrame(storage, { listWidth: width })}
            >
              <ListColumn list={page.list} />
            </ListPlace>
          ) : null}
          <main
            id="work"
            tabIndex={-1}
            className={clsx(
              "min-w-0 flex-1 flex-col overflow-hidden bg-surface outline-none lg:flex",
              "lg:my-2 lg:me-2 lg:rounded-lg lg:shadow-[0_0_0_1px_var(--line)]",
              listFirst ? "hidden" : "flex",
            )}
          >
            <Suspense fallback={<Waiting />}>
              <Outlet />
            </Suspense>
          </main>
        </div>
        {isWide || page.immersive ? null : <BottomTabs entries={entries} current={current} />}
      </div>
    </OfflineText>
  );
}

/** Entries of the menu for the signed-in person, and the one whose page is open. */
function useEntries() {
  const session = useSession();
  const { path } = useNavigation();
  const { simple_mode: simple } = useSettings();
  return { entries: entriesFor(session, path, simple), current: itemAt(path) };
}

/** List beside the page; on narrow screens it is the page. */
function ListPlace({
  beside,
  name,
  label,
  open,
  width,
  onWidth,
  children,
}: {
  beside: boolean;
  name: string;
  label: string;
  open: boolean;
  width: number;
  onWidth: (width: number) => void;
  children: React.ReactNode;
}) {
  if (!beside) {
    return (
      <main className="flex min-w-0 flex-1 flex-col">
        <h1 className="sr-only">{name}</h1>
        {children}
      </main>
    );
  }
  return open ? (
    <aside aria-label={name} className="flex">
      <ResizablePanel
        label={label}
        side="start"
        width={width}
        {...LIST_WIDTH}
        onWidth={onWidth}
        className="flex flex-col"
      >
        {children}
      </ResizablePanel>
    </aside>
  ) : null;
}

/** Merges the data of the matched routes; the innermost wins. */
const mergedData = (all: { list?: "chat" | "settings"; listFirst?: boolean; immersive?: boolean }[]) =>
  Object.assign({}, ...all) as (typeof all)[number];

/** Redirects to the login page when the session ended elsewhere or in another tab, and back afterwards. */
function useLeaveWhenSignedOut(): void {
  const { me } = useSession();
  const { path, navigate } = useNavigation();
  const explained = useEndedReason(({ reason, leaving }) => reason !== null || leaving);
  const gone = me === null && !explained;
  useEffect(() => {
    if (gone) navigate(`/login?redirectTo=${encodeURIComponent(safeRedirect(path))}`, { replace: true });
  }, [gone, path, navigate]);
}
