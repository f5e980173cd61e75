import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement } from "react";
import { Kbd } from "./Kbd";

type Side = "top" | "bottom" | "inline-start" | "inline-end";

/** Names its child on hover and focus. It repeats the child's label; never put news into it. */
export function Tooltip({
  text,
  keys,
  side = "top",
  children,
}: {
  text: string;
  keys?: string | null;
  side?: Side;
  children: ReactElement;
}) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-50">
          <Base.Popup className="flex items-center gap-2 rounded-sm bg-ink px-2 py-1 text-surface text-xs transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
            {text}
            {keys ? <Kbd keys={keys} quiet /> : null}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Shares the delay between neighbours: after the first tooltip the next ones come at once. */
export const TooltipGroup = Base.Provider;
