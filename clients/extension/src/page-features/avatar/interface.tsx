import { EyeOff, PanelRight, Power, Settings2 } from "lucide-react";
import { Floating } from "../../page-interface/Floating";
import { insideLayer, type Layer, openLayer } from "../../page-interface/layer";
import type { Box } from "../../page-interface/near";
import { PageMenu, PageMenuItem } from "../../page-interface/PageMenu";
import { pageText } from "../../page-interface/page-text";
import { askFromPage } from "../ask";
import type { InterfaceFeature, InterfacePage } from "../feature";
import { makeDraggable } from "./drag";
import { offered } from "./items";
import type { AvatarPress } from "./resident";

/** Interface of the floating avatar. */
export const avatarInterface: InterfaceFeature = {
  id: "avatar",
  start(page) {
    let menu: Layer | null = null;
    const close = () => {
      menu?.close();
      menu = null;
    };
    document.addEventListener(
      "mousedown",
      (event) => {
        if (!insideLayer(event)) close();
      },
      { signal: page.signal, capture: true, passive: true },
    );
    const drag = makeDraggable(page, close);
    return (what, detail) => {
      if (what === "press") drag.begin(detail as AvatarPress);
      if (what !== "menu" || drag.wasDragged()) return;
      const wasOpen = menu !== null;
      close();
      if (wasOpen) return;
      menu = openLayer(page);
      menu.render(<AvatarMenu page={page} anchor={detail as Box} onClose={close} />);
    };
  },
};

function AvatarMenu({ page, anchor, onClose }: { page: InterfacePage; anchor: Box; onClose: () => void }) {
  const text = pageText("page");
  const then = (run: () => void) => () => {
    onClose();
    run();
  };
  const switchOff = (where: "site" | "everywhere") =>
    then(() => void askFromPage("page→background: switch off", { feature: "avatar", where }));
  return (
    <Floating anchor={anchor} role="menu" label={text("avatar")} onEscape={onClose}>
      <PageMenu>
        <PageMenuItem
          icon={<PanelRight />}
          onSelect={then(() => void askFromPage("page→background: open panel", { conversationId: null }))}
        >
          {text("open_panel")}
        </PageMenuItem>
        {offered(page.config).map((item) => (
          <PageMenuItem
            key={item.feature}
            icon={<item.Icon />}
            onSelect={then(() => page.call(item.feature, item.what))}
          >
            {item.label()}
          </PageMenuItem>
        ))}
        <hr className="my-1 border-line" />
        <PageMenuItem icon={<EyeOff />} quiet onSelect={switchOff("site")}>
          {text("off_here", { host: location.hostname })}
        </PageMenuItem>
        <PageMenuItem icon={<Power />} quiet onSelect={switchOff("everywhere")}>
          {text("off_everywhere")}
        </PageMenuItem>
        <PageMenuItem
          icon={<Settings2 />}
          quiet
          onSelect={then(() => void askFromPage("page→background: open settings"))}
        >
          {text("settings")}
        </PageMenuItem>
      </PageMenu>
    </Floating>
  );
}
