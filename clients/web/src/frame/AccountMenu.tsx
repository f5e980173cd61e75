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

/** Account menu with the signed-in person. `named`: the name stands beside the face. */
export function AccountMenu({ named }: { named: boolean }) {
  const text = useText("start");
  const me = useMe();
  // In a team's workspace, the team is named as well.
  const shown = me.team ? `${me.name} · ${me.team.name}` : me.name;
  const button = (
    <button
      type="button"
      aria-label={text("account_menu", { name: shown })}
      className={
        named
          ? "flex h-9 min-w-0 flex-1 items-center gap-2 rounded-md px-1.5 text-start text-sm transition-colors hover:bg-hover data-popup-open:bg-hover"
          : "rounded-full outline-offset-2 transition-opacity hover:opacity-85"
      }
    >
      <Avatar id={me.id} name={me.name} size={named ? "sm" : "md"} />
      {named ? (
        <span aria-hidden="true" className="min-w-0 truncate">
          {shown}
        </span>
      ) : null}
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
    <Menu
      side={named ? "top" : "inline-end"}
      align={named ? "start" : "end"}
      trigger={cloneElement(button, { ref: trigger })}
    >
      <Items />
    </Menu>
  );
}
