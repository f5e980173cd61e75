import { useSettings } from "@ensemble/blocks/session-queries";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import clsx from "clsx";
import { Bot, MessageCircle, Search, Settings, SquarePen } from "lucide-react";
import type { ReactNode } from "react";
import { setPaletteOpen } from "./frame-store";
import { isBots, isSettings } from "./Rail";

const TAB = "flex h-14 flex-1 flex-col items-center justify-center gap-0.5 text-xs [&_svg]:size-5";

/** The areas within reach of a thumb. Narrow screens only. */
export function BottomTabs() {
  const text = useText("frame");
  const { path } = useNavigation();
  const { simple_mode: simple } = useSettings();
  const inSettings = isSettings(path);
  const inBots = isBots(path);
  return (
    <nav
      aria-label={text("main_navigation")}
      className="flex flex-none border-line border-t bg-canvas pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <TabLink to="/home" label={text("chats")} current={path === "/home"}>
        <MessageCircle />
      </TabLink>
      <TabLink to="/home/chat" label={text("new_chat")} current={!inSettings && !inBots && path !== "/home"}>
        <SquarePen />
      </TabLink>
      {simple && !inBots ? null : (
        <TabLink to="/bots" label={text("bots")} current={inBots}>
          <Bot />
        </TabLink>
      )}
      <button type="button" className={clsx(TAB, "text-muted")} onClick={() => setPaletteOpen(true)}>
        <Search />
        {text("search")}
      </button>
      <TabLink to="/settings" label={text("settings")} current={inSettings}>
        <Settings />
      </TabLink>
    </nav>
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
