import { bindingsOf } from "@ensemble/blocks/commands/commands";
import { useSettings } from "@ensemble/blocks/session-queries";
import { useHost } from "@ensemble/host/HostContext";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { loadTexts, useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { lazyPart, retryUntilLoaded, useLazyPart } from "@ensemble/ui/lazy-part";
import { Mark } from "@ensemble/ui/Mark";
import { Tooltip } from "@ensemble/ui/popups/Tooltip";
import clsx from "clsx";
import { PanelLeft, Plus, Search, Settings } from "lucide-react";
import type { ReactNode } from "react";
import { afterFirstPage } from "../boot/first-page";
import { AccountMenu } from "./AccountMenu";
import { areaAt, areasFor, isSettings } from "./areas";
import { changeFrame, setPaletteOpen, useFrame } from "./frame-store";

/** Lazy parts of the rail, which works without them if loading fails. */
const railParts = lazyPart(
  afterFirstPage(
    retryUntilLoaded(async () => {
      const [parts] = await Promise.all([import("./rail-lazy"), loadTexts(["frame"])]);
      return parts;
    }),
  ),
);

/**
 * Rail with the areas, and the person's items at the bottom. Wide screens only. `listed`: the page has a
 * list.
 */
export function Rail({ listed }: { listed: boolean }) {
  const text = useText("start");
  const { storage } = useHost();
  const { listOpen } = useFrame();
  const { path, navigate } = useNavigation();
  const { shortcuts, simple_mode: simple } = useSettings();
  const keys = bindingsOf(shortcuts);
  const here = areaAt(path);
  const more = useLazyPart(railParts);

  return (
    <nav
      aria-label={text("main_navigation")}
      className="hidden w-14 flex-none flex-col items-center gap-1 py-3 lg:flex"
    >
      <AppLink to="/" aria-label={text("product")} className="mb-2 rounded-md">
        <Mark className="size-8" />
      </AppLink>
      <IconButton
        label={text("command.chat.new")}
        keys={keys["chat.new"]}
        side="inline-end"
        icon={<Plus />}
        onClick={() => navigate("/home/chat")}
      />
      <IconButton
        label={text("search")}
        keys={keys["palette.open"]}
        side="inline-end"
        icon={<Search />}
        onClick={() => setPaletteOpen(true)}
      />
      <span className="my-1 h-px w-6 bg-line" />
      {areasFor(path, simple).map((area) => (
        <RailLink key={area.to} to={area.to} label={text(area.label)} current={area === here}>
          <area.icon />
        </RailLink>
      ))}
      {more && <more.RailTools />}
      <span className="flex-1" />
      {listed ? (
        <IconButton
          label={text(listOpen ? "hide_list" : "show_list")}
          keys={keys["frame.toggle_list"]}
          side="inline-end"
          icon={<PanelLeft className="rtl:-scale-x-100" />}
          aria-expanded={listOpen}
          onClick={() => changeFrame(storage, { listOpen: !listOpen })}
        />
      ) : null}
      {more && <more.UsageRing />}
      <RailLink to="/settings/general" label={text("settings")} current={isSettings(path)}>
        <Settings />
      </RailLink>
      <AccountMenu />
    </nav>
  );
}

export function RailLink({
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
    <Tooltip text={label} side="inline-end">
      <AppLink
        to={to}
        aria-label={label}
        aria-current={current ? "page" : undefined}
        className={clsx(
          "flex size-9 items-center justify-center rounded-md transition-colors [&_svg]:size-[1.125rem]",
          current ? "bg-accent-soft text-accent-ink" : "text-muted hover:bg-hover hover:text-ink",
        )}
      >
        {children}
      </AppLink>
    </Tooltip>
  );
}
