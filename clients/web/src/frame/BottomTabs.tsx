import { useSettings } from "@ensemble/blocks/session-queries";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { loadTexts, useText } from "@ensemble/i18n/text";
import clsx from "clsx";
import { Ellipsis, Globe, MessageCircle, Settings, SquarePen } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { areaAt, areasFor, isSettings } from "./areas";

const TAB = "flex h-14 flex-1 flex-col items-center justify-center gap-0.5 text-xs [&_svg]:size-5";

/** Areas with their own tab; "More" has the others. */
const TABS = new Set(["/home/chat", "/home/search"]);

const MoreDialog = lazy(async () => {
  const [file] = await Promise.all([import("./MoreDialog"), loadTexts(["frame", "common", "toolkit"])]);
  return { default: file.MoreDialog };
});

/** Tab bar on narrow screens. */
export function BottomTabs() {
  const text = useText("start");
  const { path } = useNavigation();
  const { simple_mode: simple } = useSettings();
  const here = areaAt(path);
  const areas = areasFor(path, simple);
  const others = areas.filter(({ to }) => !TABS.has(to));
  // Or a tool, which belongs to no area.
  const isOther = !isSettings(path) && !TABS.has(here?.to ?? "");
  return (
    <nav
      aria-label={text("main_navigation")}
      className="flex flex-none border-line border-t bg-canvas pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <TabLink to="/home" label={text("chats")} current={path === "/home"}>
        <MessageCircle />
      </TabLink>
      <TabLink
        to="/home/chat"
        label={text("new_chat")}
        current={here?.to === "/home/chat" && path !== "/home"}
      >
        <SquarePen />
      </TabLink>
      {areas.some(({ to }) => to === "/home/search") ? (
        <TabLink to="/home/search" label={text("web_search_tab")} current={here?.to === "/home/search"}>
          <Globe />
        </TabLink>
      ) : null}
      <More current={isOther} paths={others.map(({ to }) => to)} />
      <TabLink to="/settings" label={text("settings")} current={isSettings(path)}>
        <Settings />
      </TabLink>
    </nav>
  );
}

function More({ current, paths }: { current: boolean; paths: readonly string[] }) {
  const text = useText("start");
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-current={current ? "page" : undefined}
        className={clsx(TAB, current ? "font-medium text-accent-ink" : "text-muted")}
        onClick={() => setOpen(true)}
      >
        <Ellipsis />
        {text("more")}
      </button>
      <Suspense>{open ? <MoreDialog paths={paths} onClose={() => setOpen(false)} /> : null}</Suspense>
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
      {label}
    </AppLink>
  );
}
