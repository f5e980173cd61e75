import { cloneElement, type ReactElement } from "react";
import type { Side } from "./popup-styles";

export interface TooltipText {
  text: string;
  keys?: string | null;
  side?: Side;
}

/**
 * Tooltip on hover and focus. It repeats the child's label; never put new information into it. The child only
 * carries the text: one region of the shell shows it (`TooltipRegion.tsx`).
 */
export function Tooltip({ children, ...rest }: TooltipText & { children: ReactElement }) {
  return cloneElement(children, tooltipOf(rest));
}

/** Returns the attributes that give an element a tooltip. */
export const tooltipOf = ({ text, keys, side = "top" }: TooltipText) => ({
  "data-tip": text,
  "data-tip-keys": keys || undefined,
  "data-tip-side": side,
});

/** Reads the tooltip of an element; null if it has none. */
export function readTooltip(element: HTMLElement): TooltipText | null {
  const { tip, tipKeys, tipSide } = element.dataset;
  return tip ? { text: tip, keys: tipKeys ?? null, side: (tipSide ?? "top") as Side } : null;
}
