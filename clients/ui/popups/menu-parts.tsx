import { Menu as Base } from "@base-ui/react/menu";
import clsx from "clsx";
import { Check, ChevronRight } from "lucide-react";
import type { Ref } from "react";
import { Kbd } from "../Kbd";
import type { MenuChoiceProps, MenuItemProps, MenuProps, MenuSubProps } from "./Menu";
import type { Point } from "./menu-area-context";
import { itemStyle, popupStyle } from "./popup-styles";

/** Menu, loaded by `Menu.tsx`. `point`: opens there instead of at its trigger. */
export function MenuRoot({
  trigger,
  triggerRef,
  side = "bottom",
  align = "end",
  point = null,
  finalFocus,
  children,
  ...rest
}: Omit<MenuProps, "trigger"> & {
  trigger?: MenuProps["trigger"];
  triggerRef?: Ref<HTMLButtonElement>;
  point?: Point | null;
}) {
  return (
    <Base.Root {...rest} modal={false}>
      {trigger ? <Base.Trigger ref={triggerRef} render={trigger} /> : null}
      <Base.Portal>
        <Base.Positioner
          anchor={point ? { getBoundingClientRect: () => new DOMRect(point.x, point.y) } : undefined}
          side={point ? "bottom" : side}
          align={point ? "start" : align}
          sideOffset={point ? 2 : 6}
          className="z-40 outline-none"
        >
          <Base.Popup finalFocus={finalFocus} className={clsx(popupStyle, "min-w-48 max-w-[20rem]")}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function MenuItem({
  icon,
  keys,
  danger = false,
  disabled,
  onSelect,
  render,
  children,
}: MenuItemProps) {
  return (
    <Base.Item
      disabled={disabled}
      onClick={onSelect}
      render={render}
      className={clsx(itemStyle, danger ? "text-danger" : "[&_svg]:text-muted")}
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {keys ? <Kbd keys={keys} /> : null}
    </Base.Item>
  );
}

export function MenuSub({ icon, label, children }: MenuSubProps) {
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger className={clsx(itemStyle, "data-popup-open:bg-hover [&_svg]:text-muted")}>
        {icon}
        <span className="min-w-0 flex-1 truncate">{label}</span>
        <ChevronRight className="rtl:-scale-x-100" aria-hidden="true" />
      </Base.SubmenuTrigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} className="z-40 outline-none">
          <Base.Popup
            className={clsx(popupStyle, "max-h-[min(24rem,70vh)] min-w-44 max-w-[20rem] overflow-y-auto")}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-line" />;
}

export function MenuChoice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: MenuChoiceProps<Value>) {
  return (
    <Base.RadioGroup value={value} onValueChange={(next) => onChange(next as Value)} aria-label={label}>
      {options.map((option) => (
        <Base.RadioItem
          key={option.value}
          value={option.value}
          className={clsx(itemStyle, "[&_svg]:text-muted")}
        >
          {option.icon}
          <span className="min-w-0 flex-1 truncate">{option.label}</span>
          <Base.RadioItemIndicator>
            <Check />
          </Base.RadioItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}
