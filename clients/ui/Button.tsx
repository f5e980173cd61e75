import clsx from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { type ButtonKind, type ButtonSize, buttonStyle } from "./button-styles";
import { Spinner } from "./feedback/Spinner";

interface ButtonProps extends ComponentProps<"button"> {
  kind?: ButtonKind;
  size?: ButtonSize;
  icon?: ReactNode;
  /** True while the action is in progress; further clicks are ignored, focus stays. */
  busy?: boolean;
  wide?: boolean;
}

export function Button({
  kind = "secondary",
  size = "md",
  icon,
  busy = false,
  wide = false,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={busy && type === "submit" ? "button" : type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={clsx(buttonStyle(kind, size), wide && "w-full", className)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}
