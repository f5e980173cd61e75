import { useMe } from "@ensemble/blocks/session-queries";
import { loadTexts, useText } from "@ensemble/i18n/text";
import { Avatar } from "@ensemble/ui/Avatar";
import { lazyPart } from "@ensemble/ui/lazy-part";
import { useHeldPress } from "@ensemble/ui/popups/held-press";
import { MENU_KEYS, Menu, menuParts } from "@ensemble/ui/popups/Menu";
import { cloneElement } from "react";

/** Lazy items of the account menu, loaded together with the parts of menus. */
const accountMenu = lazyPart(async () => {
  const [{ AccountMenuItems }] = await Promise.all([
    import("./AccountMenuItems"),
    menuParts.load(),
    loadTexts(["frame", "teams"]),
  ]);
  return AccountMenuItems;
});

/** Account menu with the signed-in person. */
export function AccountMenu() {
  const text = useText("start");
  const me = useMe();
  const button = (
    <button
      type="button"
      aria-label={text("account_menu", { name: me.name })}
      className="mt-1 rounded-full outline-offset-2 transition-opacity hover:opacity-85"
    >
      <Avatar id={me.id} name={me.name} />
    </button>
  );
  const {
    piece: Items,
    held,
    trigger,
  } = useHeldPress(accountMenu, {
    element: button,
    popup: "menu",
    keys: MENU_KEYS,
  });
  if (!Items) return held;
  return (
    <Menu side="inline-end" align="end" trigger={cloneElement(button, { ref: trigger })}>
      <Items />
    </Menu>
  );
}
