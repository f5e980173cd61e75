import type { NavigationItem } from "@ensemble/blocks/area/area";
import { bindingsOf } from "@ensemble/blocks/commands/commands";
import { type Arrangement, arrange, beginsSection } from "@ensemble/blocks/navigation/arrangement";
import { useArrangement } from "@ensemble/blocks/navigation/use-arrangement";
import { useSettings } from "@ensemble/blocks/session-queries";
import { useHost } from "@ensemble/host/HostContext";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { loadTexts, useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { lazyPart, retryUntilLoaded, useLazyPart } from "@ensemble/ui/lazy-part";
import { Mark } from "@ensemble/ui/Mark";
import clsx from "clsx";
import { PanelLeft, Plus, Search, Settings } from "lucide-react";
import { afterFirstPage } from "../boot/first-page";
import { COMMANDS } from "../commands";
import { AccountMenu } from "./AccountMenu";
import { isSettings } from "./areas";
import { changeFrame, setPaletteOpen, useFrame } from "./frame-store";
import { RailMore } from "./RailMore";
import { RailButton, RailLink } from "./RailRow";

/** Lazy parts of the rail, which works without them if loading fails. */
const railParts = lazyPart(
  afterFirstPage(
    retryUntilLoaded(async () => {
      const [parts] = await Promise.all([import("./rail-lazy"), loadTexts(["frame"])]);
      return parts;
    }),
  ),
);

/** Navigation of wide screens: areas by name, and at the foot settings, usage and account. */
export function Rail({
  entries,
  current,
  listed,
}: {
  entries: readonly NavigationItem[];
  /** Entry whose page is open; undefined in the settings. */
  current: NavigationItem | undefined;
  /** True if a list stands beside the page. */
  listed: boolean;
}) {
  const text = useText("start");
  const { path, navigate } = useNavigation();
  const { namesShown } = useFrame();
  const keys = bindingsOf(COMMANDS, useSettings().shortcuts);
  const [arrangement] = useArrangement();
  const more = useLazyPart(railParts);
  return (
    <nav
      aria-label={text("main_navigation")}
      className={clsx("flex flex-none flex-col gap-px px-2 py-2", namesShown ? "w-44" : "w-15")}
    >
      <RailHead listed={listed} />
      <RailButton
        label={text("command.chat.new")}
        keys={keys["chat.new"]}
        onClick={() => navigate("/home/chat")}
      >
        <Plus />
      </RailButton>
      <RailButton label={text("search")} keys={keys["palette.open"]} onClick={() => setPaletteOpen(true)}>
        <Search />
      </RailButton>
      <AreaList entries={entries} arrangement={arrangement} current={current} />
      <span className="flex-1" />
      {!namesShown && listed ? <ListToggle /> : null}
      <RailLink to="/settings/general" label={text("settings")} current={isSettings(path)}>
        <Settings />
      </RailLink>
      <div className={clsx("flex flex-none items-center", namesShown ? "gap-1" : "flex-col-reverse gap-1")}>
        <AccountMenu named={namesShown} />
        {more && <more.UsageRing />}
      </div>
    </nav>
  );
}

/** The product's mark, and beside it the button that hides the list. */
function RailHead({ listed }: { listed: boolean }) {
  const text = useText("start");
  const { namesShown } = useFrame();
  return (
    <div className={clsx("mb-1 flex h-9 flex-none items-center", namesShown ? "ps-1" : "justify-center")}>
      <AppLink
        to="/"
        aria-label={text("product")}
        className="flex min-w-0 flex-1 items-center gap-2 rounded-md font-semibold text-sm"
      >
        <Mark className={clsx("flex-none", namesShown ? "size-7" : "mx-auto size-8")} />
        {namesShown ? <span className="truncate">{text("product")}</span> : null}
      </AppLink>
      {namesShown && listed ? <ListToggle /> : null}
    </div>
  );
}

function ListToggle() {
  const text = useText("start");
  const { storage } = useHost();
  const { listOpen, namesShown } = useFrame();
  const keys = bindingsOf(COMMANDS, useSettings().shortcuts);
  return (
    <IconButton
      size="sm"
      label={text(listOpen ? "hide_list" : "show_list")}
      keys={keys["frame.toggle_list"]}
      side="inline-end"
      icon={<PanelLeft className="rtl:-scale-x-100" />}
      aria-expanded={listOpen}
      className={namesShown ? "aria-expanded:bg-transparent" : "mx-auto"}
      onClick={() => changeFrame(storage, { listOpen: !listOpen })}
    />
  );
}

/** The areas in a person's order, and "More". It scrolls where a window is too low for all of them. */
function AreaList({
  entries,
  arrangement,
  current,
}: {
  entries: readonly NavigationItem[];
  arrangement: Arrangement;
  current: NavigationItem | undefined;
}) {
  const text = useText("start");
  const { shown, more } = arrange(entries, arrangement, current?.key);
  // Sections are the product's; a person's own order has none.
  const isSorted = arrangement.order.length > 0;
  return (
    <ul className="mt-2 flex min-h-0 flex-col gap-px overflow-y-auto overflow-x-hidden">
      {shown.map((entry, at) => (
        <li key={entry.key} className={clsx(!isSorted && beginsSection(shown[at - 1], entry) && "mt-2")}>
          <RailLink to={entry.to} label={text(entry.label)} current={entry === current}>
            <entry.icon aria-hidden="true" />
          </RailLink>
        </li>
      ))}
      <li>
        <RailMore entries={entries} more={more} />
      </li>
    </ul>
  );
}
