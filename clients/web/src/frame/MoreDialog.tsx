import { useSettings } from "@ensemble/blocks/session-queries";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import clsx from "clsx";
import { MonitorDown, Search } from "lucide-react";
import { type ComponentType, type ReactNode, useState } from "react";
import { askToInstall, useInstall } from "../phone/install";
import { AREAS, areaAt, isAt, TOOLS } from "./areas";
import { setPaletteOpen } from "./frame-store";
import { InstallByHand } from "./InstallByHand";

const ROW =
  "flex min-h-12 w-full items-center gap-3 rounded-md px-2 text-start hover:bg-hover [&_svg]:size-5 [&_svg]:text-muted";

/** Lists, on phones, everything without its own tab. */
export function MoreDialog({ paths, onClose }: { paths: readonly string[]; onClose: () => void }) {
  const text = useText("frame");
  const common = useText("common");
  const toolkit = useText("toolkit");
  const { simple_mode: simple } = useSettings();
  const { path } = useNavigation();
  const { offer } = useInstall();
  const [byHand, setByHand] = useState(false);
  const here = areaAt(path);
  const install = () => {
    if (offer === "by hand") return setByHand(true);
    onClose();
    void askToInstall();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={text(byHand ? "install" : "more")}
      closeLabel={common("close")}
    >
      {byHand ? (
        <InstallByHand />
      ) : (
        <ul className="-mx-2 flex flex-col">
          <Item
            icon={<Search aria-hidden="true" />}
            label={text("palette")}
            onClick={() => {
              onClose();
              setPaletteOpen(true);
            }}
          />
          {AREAS.filter(({ to }) => paths.includes(to)).map((area) => (
            <Place
              key={area.to}
              to={area.to}
              icon={area.icon}
              label={text(area.label)}
              current={area === here}
              onClick={onClose}
            />
          ))}
          {TOOLS.filter((tool) => !simple || isAt(tool, path)).map((tool) => (
            <Place
              key={tool.to}
              to={tool.to}
              icon={tool.icon}
              label={toolkit(tool.label)}
              current={isAt(tool, path)}
              onClick={onClose}
            />
          ))}
          {offer ? (
            <Item icon={<MonitorDown aria-hidden="true" />} label={text("install")} onClick={install} />
          ) : null}
        </ul>
      )}
    </Dialog>
  );
}

function Place({
  to,
  icon: Icon,
  label,
  current,
  onClick,
}: {
  to: string;
  icon: ComponentType<{ "aria-hidden": true }>;
  label: string;
  current: boolean;
  onClick: () => void;
}) {
  return (
    <li>
      <AppLink
        to={to}
        aria-current={current ? "page" : undefined}
        className={clsx(ROW, current && "font-medium text-accent-ink")}
        onClick={onClick}
      >
        <Icon aria-hidden />
        {label}
      </AppLink>
    </li>
  );
}

function Item({ icon, label, onClick }: { icon: ReactNode; label: string; onClick: () => void }) {
  return (
    <li>
      <button type="button" className={ROW} onClick={onClick}>
        {icon}
        {label}
      </button>
    </li>
  );
}
