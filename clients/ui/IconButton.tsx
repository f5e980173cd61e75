import clsx from "clsx";
import type { ComponentProps, ReactNode } from "react";
import type { Side } from "./popups/popup-styles";
import { tooltipOf } from "./popups/Tooltip";

const SIZES = {
  sm: "size-7 touch:size-11 [&_svg]:size-4",
  md: "size-9 touch:size-11 [&_svg]:size-[1.125rem]",
};

interface IconButtonProps extends Omit<ComponentProps<"button">, "children" | "aria-label"> {
  /** Action of the button; read aloud and shown on hover. */
  label: string;
  icon: ReactNode;
  keys?: string | null;
  size?: keyof typeof SIZES;
  kind?: "ghost" | "primary";
  side?: Side;
}

export function IconButton({
  label,
  icon,
  keys,
  size = "md",
  kind = "ghost",
  side,
  className,
  type = "button",
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      {...tooltipOf({ text: label, keys, side })}
      type={type}
      aria-label={label}
      className={clsx(
        "inline-flex flex-none items-center justify-center rounded-md transition-[background-color,color,opacity]",
        "disabled:pointer-events-none disabled:opacity-40",
        kind === "primary"
          ? "bg-accent text-on-accent hover:bg-accent-strong"
          : "text-muted hover:bg-hover hover:text-ink active:bg-pressed aria-expanded:bg-hover data-popup-open:bg-hover aria-pressed:text-accent-ink",
        SIZES[size],
        className,
      )}
    >
      {icon}
    </button>
  );
}
