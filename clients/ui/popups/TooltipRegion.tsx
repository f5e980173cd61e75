import { Tooltip as Base } from "@base-ui/react/tooltip";
import { useEffect, useState } from "react";
import { Kbd } from "../Kbd";
import { readTooltip, type TooltipText } from "./Tooltip";
import { watchTooltips } from "./watch-tooltips";

interface Shown {
  anchor: HTMLElement;
  tip: TooltipText;
  /** False while the tooltip fades out, keeping its text and position. */
  open: boolean;
}

/** Region in which tooltips appear: one per shell, at its root. */
export function TooltipRegion() {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(
    () =>
      watchTooltips((anchor) => {
        const tip = anchor && readTooltip(anchor);
        setShown((before) => (tip ? { anchor, tip, open: true } : before && { ...before, open: false }));
      }, "[data-tooltip]"),
    [],
  );

  // Its tooltip may change while it is hovered, or it may unmount.
  const anchor = shown?.open ? shown.anchor : null;
  useEffect(() => {
    if (!anchor) return;
    const look = () => {
      const tip = anchor.isConnected ? readTooltip(anchor) : null;
      setShown((now) => now && (tip ? { ...now, tip } : { ...now, open: false }));
    };
    const words = new MutationObserver(look);
    words.observe(anchor, { attributeFilter: ["data-tip", "data-tip-keys"] });
    const removal = new MutationObserver(() => anchor.isConnected || look());
    removal.observe(document.body, { childList: true, subtree: true });
    return () => {
      words.disconnect();
      removal.disconnect();
    };
  }, [anchor]);

  if (!shown) return null;
  return (
    <Base.Root open={shown.open}>
      <Base.Portal>
        <Base.Positioner anchor={shown.anchor} side={shown.tip.side} sideOffset={6} className="z-50">
          <Base.Popup
            data-tooltip=""
            className="flex items-center gap-2 rounded-sm bg-ink px-2 py-1 text-surface text-xs transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            {shown.tip.text}
            {shown.tip.keys ? <Kbd keys={shown.tip.keys} quiet /> : null}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
