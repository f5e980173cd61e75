import type { NavigationItem } from "@ensemble/blocks/area/area";
import { sortItems } from "@ensemble/blocks/navigation/arrangement";
import { useArrangement } from "@ensemble/blocks/navigation/use-arrangement";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Menu, MenuItem } from "@ensemble/ui/popups/Menu";
import clsx from "clsx";
import { Ellipsis, MessageCircle, Settings, SquarePen } from "lucide-react";
import type { ReactNode } from "react";
import { PANEL_SETTINGS } from "./places";

/** Number of areas with a tab of their own; "More" has the others. */
const AREA_TABS = 2;

const tabStyle = (current: boolean) =>
  clsx(
    "flex h-12 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-xs outline-offset-[-2px] [&_svg]:size-4.5 [&_svg]:flex-none",
    current ? "font-medium text-accent-ink" : "text-muted hover:text-ink",
  );

/** Tabs of the panel: chats, a new chat, the areas it has, and its settings. */
export function PanelTabs({
  entries,
  current,
  immersive,
}: {
  entries: readonly NavigationItem[];
  /** Key of the entry whose page is open, or one of the panel's own tabs. */
  current: string | null;
  /** The page has a bar of its own at its foot; wide panels show the tabs below it. */
  immersive: boolean;
}) {
  const text = useText("extension");
  const [arrangement] = useArrangement();
  const sorted = sortItems(entries, arrangement);
  const count = sorted.length > AREA_TABS ? AREA_TABS - 1 : AREA_TABS;
  const others = sorted.slice(count);
  return (
    <nav
      aria-label={text("tabs")}
      className={clsx("flex-none border-line border-t bg-canvas", immersive ? "hidden lg:flex" : "flex")}
    >
      <Tab to="/home" label={text("tab_chats")} current={current === "chats"}>
        <MessageCircle />
      </Tab>
      <Tab to="/home/chat" label={text("tab_new_chat")} current={current === "new chat"}>
        <SquarePen />
      </Tab>
      {sorted.slice(0, count).map((entry) => (
        <Tab key={entry.key} to={entry.to} label={text(entry.label)} current={current === entry.key}>
          <entry.icon />
        </Tab>
      ))}
      {others.length > 0 ? <MoreTab entries={others} current={current} /> : null}
      <Tab to={PANEL_SETTINGS} label={text("tab_settings")} current={current === "settings"}>
        <Settings />
      </Tab>
    </nav>
  );
}

function MoreTab({ entries, current }: { entries: readonly NavigationItem[]; current: string | null }) {
  const text = useText("extension");
  const isCurrent = entries.some(({ key }) => key === current);
  return (
    <Menu
      side="top"
      trigger={
        <button type="button" aria-current={isCurrent ? "page" : undefined} className={tabStyle(isCurrent)}>
          <Ellipsis />
          {text("more")}
        </button>
      }
    >
      {entries.map((entry) => (
        <MenuItem key={entry.key} icon={<entry.icon />} render={<AppLink to={entry.to} />}>
          {text(entry.label)}
        </MenuItem>
      ))}
    </Menu>
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
    <AppLink to={to} aria-current={current ? "page" : undefined} className={tabStyle(current)}>
      {children}
      <span className="max-w-full truncate">{label}</span>
    </AppLink>
  );
}
