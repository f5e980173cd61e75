import { type RefObject, useLayoutEffect, useRef } from "react";
import { useLazyPart } from "../lazy-part";
import { menuParts } from "./Menu";
import type { MenuArea } from "./menu-area-context";

/** Menu of an area's right click with the actions that its buttons have, so that the two never differ. */
export function ActionsMenu({ area, actions }: { area: MenuArea; actions: RefObject<HTMLElement | null> }) {
  return area.point ? <OpenMenu area={area} actions={actions} /> : null;
}

function OpenMenu({ area, actions }: { area: MenuArea; actions: RefObject<HTMLElement | null> }) {
  const parts = useLazyPart(menuParts);
  if (!parts) return null;
  return (
    <parts.MenuRoot open onOpenChange={(open) => !open && area.close()} align="start" point={area.point}>
      {actionsIn(actions.current).map(({ label, button }) => (
        <parts.MenuItem
          key={label}
          icon={<IconOf button={button} />}
          // Once the menu has given the focus back.
          onSelect={() => requestAnimationFrame(() => button.click())}
        >
          {label}
        </parts.MenuItem>
      ))}
    </parts.MenuRoot>
  );
}

/** Returns the buttons of a place that can be pressed now, with their names. */
function actionsIn(place: HTMLElement | null): { label: string; button: HTMLElement }[] {
  const buttons = [...(place?.querySelectorAll<HTMLElement>("button, a[href]") ?? [])];
  return buttons
    .filter((button) => !button.matches(":disabled, [aria-disabled=true]"))
    .map((button) => ({ label: button.getAttribute("aria-label") ?? button.textContent ?? "", button }))
    .filter(({ label }, index, all) => label !== "" && all.findIndex((one) => one.label === label) === index);
}

/** Renders the icon of a button. */
function IconOf({ button }: { button: HTMLElement }) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const icon = button.querySelector("svg")?.cloneNode(true);
    place.current?.replaceChildren(...(icon ? [icon] : []));
  }, [button]);
  return <span ref={place} aria-hidden="true" className="flex size-4 flex-none text-muted" />;
}
