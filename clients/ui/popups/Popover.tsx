import type { ReactElement, ReactNode } from "react";
import { lazyPart } from "../lazy-part";
import { useHeldPress } from "./held-press";
import type { Align, Side } from "./popup-styles";

/** Lazy parts of popovers, loaded when one opens or earlier. */
export const popoverParts = lazyPart(() => import("./popover-parts"));

export interface PopoverProps {
  trigger: ReactElement;
  side?: Side;
  align?: Align;
  className?: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}

/** Popover with details or a few controls next to its trigger. */
export function Popover(props: PopoverProps) {
  const { piece, held, trigger } = useHeldPress(popoverParts, {
    element: props.trigger,
    popup: "dialog",
    open: props.open,
  });
  return piece ? <piece.PopoverRoot {...props} triggerRef={trigger} /> : held;
}
