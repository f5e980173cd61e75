import { createContext, type ReactElement, type ReactNode, use, useState } from "react";
import { lazyPart } from "../lazy-part";
import { useHeldPress } from "./held-press";
import { MenuAreaContext } from "./menu-area-context";
import type { Align, Side } from "./popup-styles";

/** Lazy parts of menus, loaded when one opens or earlier. */
export const menuParts = lazyPart(() => import("./menu-parts"));

/** Keys that open a menu, besides those that press a button. */
export const MENU_KEYS = ["ArrowDown", "ArrowUp"];

const Parts = createContext<typeof import("./menu-parts") | null>(null);

/** Returns the parts around an item, which are loaded, because items render only in an open menu. */
function useParts() {
  const parts = use(Parts);
  if (!parts) throw new Error("This belongs into a Menu");
  return parts;
}

export interface MenuProps {
  trigger: ReactElement;
  side?: Side;
  align?: Align;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Returns what gets the focus when it closes; by default its button. */
  finalFocus?: () => HTMLElement | null;
  children: ReactNode;
}

/** Menu of actions behind a button; in a `MenuAreaContext`, it also opens by a right click. */
export function Menu(props: MenuProps) {
  const area = use(MenuAreaContext);
  const [opened, setOpened] = useState(false);
  const point = area?.point ?? null;
  const open = point !== null || (props.open ?? opened);
  const { piece, held, trigger } = useHeldPress(menuParts, {
    element: props.trigger,
    popup: "menu",
    keys: MENU_KEYS,
    open,
  });
  if (!piece) return held;
  const change = (next: boolean) => {
    if (!next) area?.close();
    setOpened(next);
    props.onOpenChange?.(next);
  };
  return (
    <Parts value={piece}>
      <piece.MenuRoot {...props} open={open} onOpenChange={change} triggerRef={trigger} point={point} />
    </Parts>
  );
}

export interface MenuItemProps {
  icon?: ReactNode;
  keys?: string | null;
  danger?: boolean;
  disabled?: boolean;
  onSelect?: () => void;
  /** Link to render instead, for items that navigate. */
  render?: ReactElement;
  children: ReactNode;
}

export function MenuItem(props: MenuItemProps) {
  const parts = useParts();
  return <parts.MenuItem {...props} />;
}

export interface MenuSubProps {
  icon?: ReactNode;
  label: string;
  children: ReactNode;
}

/** Submenu. */
export function MenuSub(props: MenuSubProps) {
  const parts = useParts();
  return <parts.MenuSub {...props} />;
}

export function MenuSeparator() {
  const parts = useParts();
  return <parts.MenuSeparator />;
}

export function MenuHeading({ children }: { children: ReactNode }) {
  return <div className="px-2 pt-1.5 pb-1 text-faint text-xs">{children}</div>;
}

export interface MenuChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: { value: Value; label: string; icon?: ReactNode }[];
  onChange: (value: Value) => void;
}

/** Single choice inside a menu. */
export function MenuChoice<Value extends string>(props: MenuChoiceProps<Value>) {
  const parts = useParts();
  return <parts.MenuChoice {...props} />;
}
