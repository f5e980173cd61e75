import clsx from "clsx";

export type ButtonKind = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

const KINDS: Record<ButtonKind, string> = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong active:bg-accent-strong",
  secondary:
    "bg-raised text-ink shadow-[inset_0_0_0_1px_var(--line)] hover:bg-hover active:bg-pressed dark:shadow-[inset_0_0_0_1px_color-mix(in_oklch,var(--edge)_55%,transparent)]",
  ghost: "text-ink hover:bg-hover active:bg-pressed",
  danger: "bg-danger-soft text-danger hover:brightness-[0.97] dark:hover:brightness-110",
};

const SIZES: Record<ButtonSize, string> = {
  sm: "h-7 gap-1.5 px-2.5 text-sm touch:h-11 touch:px-3",
  md: "h-9 gap-2 px-3.5 text-sm touch:h-11",
  lg: "h-11 gap-2 px-5 text-base",
};

/** Returns the style of a button, for links that look like one. */
export const buttonStyle = (kind: ButtonKind = "secondary", size: ButtonSize = "md") =>
  clsx(
    "inline-flex select-none items-center justify-center whitespace-nowrap rounded-md font-medium transition-[background-color,opacity,filter,scale]",
    "active:scale-[0.985] disabled:pointer-events-none disabled:opacity-50 aria-disabled:opacity-50",
    KINDS[kind],
    SIZES[size],
  );
