import type { NavigationItem } from "@ensemble/blocks/area/area";
import { loadTexts, useText } from "@ensemble/i18n/text";
import { lazyPart } from "@ensemble/ui/lazy-part";
import { useHeldPress } from "@ensemble/ui/popups/held-press";
import { MENU_KEYS, Menu, menuParts } from "@ensemble/ui/popups/Menu";
import { Ellipsis } from "lucide-react";
import { cloneElement, lazy, Suspense, useState } from "react";
import { RailButton } from "./RailRow";

/** Items of "More", loaded together with the parts of menus. */
const moreItems = lazyPart(async () => {
  const [{ RailMoreItems }] = await Promise.all([
    import("./RailMoreItems"),
    menuParts.load(),
    loadTexts(["frame"]),
  ]);
  return RailMoreItems;
});

const ArrangeDialog = lazy(async () => {
  const [file] = await Promise.all([import("./ArrangeDialog"), loadTexts(["frame", "common"])]);
  return { default: file.ArrangeDialog };
});

/** "More" at the end of the rail: entries that are not in the menu, and what changes the menu. */
export function RailMore({
  entries,
  more,
}: {
  entries: readonly NavigationItem[];
  more: readonly NavigationItem[];
}) {
  const text = useText("start");
  const [arranging, setArranging] = useState(false);
  const button = (
    <RailButton label={text("more")} name={text("more_pages")}>
      <Ellipsis aria-hidden="true" />
    </RailButton>
  );
  const {
    piece: Items,
    held,
    trigger,
  } = useHeldPress(moreItems, {
    element: button,
    popup: "menu",
    keys: MENU_KEYS,
  });
  return (
    <>
      {Items ? (
        <Menu side="inline-end" align="start" trigger={cloneElement(button, { ref: trigger })}>
          <Items more={more} onArrange={() => setArranging(true)} />
        </Menu>
      ) : (
        held
      )}
      {arranging ? (
        <Suspense>
          <ArrangeDialog entries={entries} onClose={() => setArranging(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
