import type { NavigationItem } from "@ensemble/blocks/area/area";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import clsx from "clsx";
import { MonitorDown, Search, SlidersHorizontal } from "lucide-react";
import { type ReactNode, useState } from "react";
import { askToInstall, useInstall } from "../phone/install";
import { ArrangeList } from "./ArrangeList";
import { setPaletteOpen } from "./frame-store";
import { InstallByHand } from "./InstallByHand";

type View = "more" | "install" | "arrange";

const TITLES = { more: "more", install: "install", arrange: "arrange_title" } as const;

/** Everything without its own tab, on phones. */
export function MoreDialog({
  entries,
  others,
  current,
  onClose,
}: {
  entries: readonly NavigationItem[];
  /** Entries without a tab. */
  others: readonly NavigationItem[];
  current: NavigationItem | undefined;
  onClose: () => void;
}) {
  const text = useText("frame");
  const common = useText("common");
  const [view, setView] = useState<View>("more");
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={text(TITLES[view])}
      description={view === "arrange" ? text("arrange_hint") : undefined}
      closeLabel={common("close")}
    >
      {view === "install" ? <InstallByHand /> : null}
      {view === "arrange" ? <ArrangeList entries={entries} /> : null}
      {view === "more" ? (
        <>
          <Places entries={others} current={current} onOpen={onClose} />
          <Actions onView={setView} onClose={onClose} />
        </>
      ) : null}
    </Dialog>
  );
}

/** Areas as a grid of icons with names. */
function Places({
  entries,
  current,
  onOpen,
}: {
  entries: readonly NavigationItem[];
  current: NavigationItem | undefined;
  onOpen: () => void;
}) {
  const text = useText("start");
  return (
    <ul className="-mx-1 grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-1">
      {entries.map((entry) => (
        <li key={entry.key}>
          <AppLink
            to={entry.to}
            aria-current={entry === current ? "page" : undefined}
            className={clsx(
              "flex h-20 flex-col items-center justify-center gap-1.5 rounded-lg px-1 text-sm hover:bg-hover",
              entry === current ? "bg-accent-soft font-medium text-accent-ink" : "text-ink",
            )}
            onClick={onOpen}
          >
            <entry.icon
              aria-hidden="true"
              className={clsx("size-6 flex-none", entry === current ? undefined : "text-muted")}
            />
            <span className="max-w-full truncate">{text(entry.label)}</span>
          </AppLink>
        </li>
      ))}
    </ul>
  );
}

function Actions({ onView, onClose }: { onView: (view: View) => void; onClose: () => void }) {
  const text = useText("frame");
  const { offer } = useInstall();
  const install = () => {
    if (offer === "by hand") return onView("install");
    onClose();
    void askToInstall();
  };
  return (
    <ul className="-mx-2 mt-2 flex flex-col border-line border-t pt-2">
      <Item
        icon={<Search aria-hidden="true" />}
        label={text("palette")}
        onClick={() => {
          onClose();
          setPaletteOpen(true);
        }}
      />
      <Item
        icon={<SlidersHorizontal aria-hidden="true" />}
        label={text("arrange_menu")}
        onClick={() => onView("arrange")}
      />
      {offer ? (
        <Item icon={<MonitorDown aria-hidden="true" />} label={text("install")} onClick={install} />
      ) : null}
    </ul>
  );
}

function Item({ icon, label, onClick }: { icon: ReactNode; label: string; onClick: () => void }) {
  return (
    <li>
      <button
        type="button"
        className="flex min-h-12 w-full items-center gap-3 rounded-md px-2 text-start hover:bg-hover [&_svg]:size-5 [&_svg]:text-muted"
        onClick={onClick}
      >
        {icon}
        {label}
      </button>
    </li>
  );
}
