/** Styles of floating elements: menus, lists, cards. */
export const popupStyle =
  "rounded-md bg-raised p-1 shadow-float outline-none transition-[opacity,scale] duration-[120ms] origin-(--transform-origin) data-ending-style:opacity-0 data-starting-style:scale-[0.98] data-starting-style:opacity-0";

/** Style of a line in a menu or list. */
export const itemStyle =
  "flex min-h-8 cursor-default select-none items-center gap-2.5 rounded-sm px-2 py-1 text-sm outline-none data-disabled:opacity-45 data-highlighted:bg-hover touch:min-h-11 [&_svg]:size-4";

export type Side = "top" | "bottom" | "inline-start" | "inline-end";
export type Align = "start" | "center" | "end";
