import type { NavigationItem } from "@ensemble/blocks/area/area";
import { useHost } from "@ensemble/host/HostContext";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { MenuItem, MenuSeparator } from "@ensemble/ui/popups/Menu";
import { PanelLeftClose, PanelLeftOpen, SlidersHorizontal } from "lucide-react";
import { changeFrame, useFrame } from "./frame-store";

/** Items of "More" in the rail. */
export function RailMoreItems({
  more,
  onArrange,
}: {
  more: readonly NavigationItem[];
  onArrange: () => void;
}) {
  const start = useText("start");
  const text = useText("frame");
  const { storage } = useHost();
  const { namesShown } = useFrame();
  return (
    <>
      {more.map((entry) => (
        <MenuItem key={entry.key} icon={<entry.icon />} render={<AppLink to={entry.to} />}>
          {start(entry.label)}
        </MenuItem>
      ))}
      {more.length > 0 ? <MenuSeparator /> : null}
      <MenuItem icon={<SlidersHorizontal />} onSelect={onArrange}>
        {text("arrange_menu")}
      </MenuItem>
      <MenuItem
        icon={
          namesShown ? (
            <PanelLeftClose className="rtl:-scale-x-100" />
          ) : (
            <PanelLeftOpen className="rtl:-scale-x-100" />
          )
        }
        onSelect={() => changeFrame(storage, { namesShown: !namesShown })}
      >
        {text(namesShown ? "hide_names" : "show_names")}
      </MenuItem>
    </>
  );
}
