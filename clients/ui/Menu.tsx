import { Menu as Base } from "@base-ui/react/menu";
import clsx from "clsx";
import { Check, ChevronRight } from "lucide-react";
import type { ComponentProps, ReactElement, ReactNode } from "react";
import { Kbd } from "./Kbd";

export const popupStyle =
  "rounded-md bg-raised p-1 shadow-float outline-none transition-[opacity,scale] duration-[120ms] origin-(--transform-origin) data-ending-style:opacity-0 data-starting-style:scale-[0.98] data-starting-style:opacity-0";

export const itemStyle =
  "flex min-h-8 cursor-default select-none items-center gap-2.5 rounded-sm px-2 py-1 text-sm outline-none data-disabled:opacity-45 data-highlighted:bg-hover touch:min-h-11 [&_svg]:size-4";

/** Actions behind one button. */
export function Menu({
  trigger,
  side = "bottom",
  align = "end",
  children,
  ...rest
}: {
  trigger: ReactElement;
  side?: ComponentProps<typeof Base.Positioner>["side"];
  align?: "start" | "center" | "end";
  children: ReactNode;
} & Pick<ComponentProps<typeof Base.Root>, "open" | "onOpenChange">) {
  return (
    <Base.Root {...rest} modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={6} className="z-40 outline-none">
          <Base.Popup className={clsx(popupStyle, "min-w-48 max-w-[20rem]")}>{children}</Base.Popup>
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
}: {
  icon?: ReactNode;
  keys?: string | null;
  danger?: boolean;
  disabled?: boolean;
  onSelect?: () => void;
  /** A link to render instead, for items that lead to a page. */
  render?: ReactElement;
  children: ReactNode;
}) {
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

/** More actions behind one of a menu's. */
export function MenuSub({ icon, label, children }: { icon?: ReactNode; label: string; children: ReactNode }) {
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

export function MenuHeading({ children }: { children: ReactNode }) {
  return <div className="px-2 pt-1.5 pb-1 text-faint text-xs">{children}</div>;
}

/** A choice of one among a few, inside a menu. */
export function MenuChoice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: Value;
  options: { value: Value; label: string; icon?: ReactNode }[];
  onChange: (value: Value) => void;
}) {
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
