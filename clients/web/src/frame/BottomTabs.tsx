import type { NavigationItem } from "@ensemble/blocks/area/area";
import { arrange } from "@ensemble/blocks/navigation/arrangement";
import { useArrangement } from "@ensemble/blocks/navigation/use-arrangement";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { loadTexts, useText } from "@ensemble/i18n/text";
import clsx from "clsx";
import { Ellipsis, MessageCircle, Settings, SquarePen } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { isSettings } from "./areas";

const TAB =
  "flex h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 px-1 text-xs [&_svg]:size-5 [&_svg]:flex-none";

const MoreDialog = lazy(async () => {
  const [file] = await Promise.all([import("./MoreDialog"), loadTexts(["frame", "common"])]);
  return { default: file.MoreDialog };
});

/** Navigation of narrow screens, within reach of a thumb: chats, a new chat, one more area, "More" and settings. */
export function BottomTabs({
  entries,
  current,
}: {
  entries: readonly NavigationItem[];
  /** Entry whose page is open; undefined in the settings. */
  current: NavigationItem | undefined;
}) {
  const text = useText("start");
  const { path } = useNavigation();
  const [arrangement] = useArrangement();
  const { shown, more } = arrange(entries, arrangement, undefined);
  const areas = shown.filter(({ key }) => key !== "chat");
  const isSorted = arrangement.order.length > 0;
  const pinned = (isSorted ? undefined : areas.find(({ key }) => key === "search")) ?? areas[0];
  const others = [...areas.filter((entry) => entry !== pinned), ...more.filter(({ key }) => key !== "chat")];
  return (
    <nav
      aria-label={text("main_navigation")}
      className="flex flex-none border-line border-t bg-canvas pb-[env(safe-area-inset-bottom)]"
    >
      <TabLink to="/home" label={text("chats")} current={path === "/home"}>
        <MessageCircle />
      </TabLink>
      <TabLink to="/home/chat" label={text("new_chat")} current={current?.key === "chat" && path !== "/home"}>
        <SquarePen />
      </TabLink>
      {pinned ? (
        <TabLink to={pinned.to} label={text(pinned.tabLabel ?? pinned.label)} current={pinned === current}>
          <pinned.icon />
        </TabLink>
      ) : null}
      <More entries={entries} others={others} current={current} />
      <TabLink to="/settings" label={text("settings")} current={isSettings(path)}>
        <Settings />
      </TabLink>
    </nav>
  );
}

function More({
  entries,
  others,
  current,
}: {
  entries: readonly NavigationItem[];
  others: readonly NavigationItem[];
  current: NavigationItem | undefined;
}) {
  const text = useText("start");
  const [open, setOpen] = useState(false);
  const isCurrent = current !== undefined && others.includes(current);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-current={isCurrent ? "page" : undefined}
        className={clsx(TAB, isCurrent ? "font-medium text-accent-ink" : "text-muted")}
        onClick={() => setOpen(true)}
      >
        <Ellipsis />
        {text("more")}
      </button>
      <Suspense>
        {open ? (
          <MoreDialog entries={entries} others={others} current={current} onClose={() => setOpen(false)} />
        ) : null}
      </Suspense>
    </>
  );
}

function TabLink({
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
      className={clsx(TAB, current ? "font-medium text-accent-ink" : "text-muted")}
    >
      {children}
      <span className="max-w-full truncate">{label}</span>
    </AppLink>
  );
}
