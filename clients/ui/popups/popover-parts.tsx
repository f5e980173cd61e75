import { Popover as Base } from "@base-ui/react/popover";
import clsx from "clsx";
import type { Ref } from "react";
import type { PopoverProps } from "./Popover";
import { popupStyle } from "./popup-styles";

/** Popover, loaded by `Popover.tsx`. */
export function PopoverRoot({
  trigger,
  triggerRef,
  side = "bottom",
  align = "start",
  className,
  children,
  ...rest
}: PopoverProps & { triggerRef: Ref<HTMLButtonElement> }) {
  return (
    <Base.Root {...rest}>
      <Base.Trigger ref={triggerRef} render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={6} className="z-40 outline-none">
          <Base.Popup aria-label={labelOf(trigger)} className={clsx(popupStyle, className)}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Returns the popover's name, which is that of its button. */
const labelOf = ({ props }: PopoverProps["trigger"]) => (props as { "aria-label"?: string })["aria-label"];
