import { Popover as Base } from "@base-ui/react/popover";
import clsx from "clsx";
import type { ComponentProps, ReactElement, ReactNode } from "react";
import { popupStyle } from "./Menu";

/** More about its trigger, or a few controls, beside it. */
export function Popover({
  trigger,
  side = "bottom",
  align = "start",
  className,
  children,
  ...rest
}: {
  trigger: ReactElement;
  side?: ComponentProps<typeof Base.Positioner>["side"];
  align?: "start" | "center" | "end";
  className?: string;
  children: ReactNode;
} & Pick<ComponentProps<typeof Base.Root>, "open" | "onOpenChange">) {
  return (
    <Base.Root {...rest}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={6} className="z-40 outline-none">
          <Base.Popup className={clsx(popupStyle, className)}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
