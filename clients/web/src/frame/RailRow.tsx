import { AppLink } from "@ensemble/host/navigation";
import { tooltipOf } from "@ensemble/ui/popups/Tooltip";
import clsx from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { useFrame } from "./frame-store";

const ROW =
  "flex h-8 w-full flex-none items-center gap-2.5 rounded-md text-start text-sm transition-colors touch:h-11 [&>svg]:size-[1.125rem] [&>svg]:flex-none";

const rowStyle = (namesShown: boolean, current = false) =>
  clsx(
    ROW,
    namesShown ? "px-2" : "justify-center",
    current
      ? "bg-accent-soft font-medium text-accent-ink"
      : "text-muted hover:bg-hover hover:text-ink aria-expanded:bg-hover data-popup-open:bg-hover",
  );

/** A link of the rail: icon and name, or the icon with its name as a tooltip. */
export function RailLink({
  to,
  label,
  current,
  children,
}: {
  to: string;
  label: string;
  current: boolean;
  children: ReactNode;
}) {
  const { namesShown } = useFrame();
  return (
    <AppLink
      to={to}
      aria-current={current ? "page" : undefined}
      className={rowStyle(namesShown, current)}
      {...naming(namesShown, label)}
    >
      {children}
      {namesShown ? <span className="min-w-0 truncate">{label}</span> : null}
    </AppLink>
  );
}

/** A button of the rail, drawn as its links are. `name`: its accessible name, where the label alone is ambiguous. */
export function RailButton({
  label,
  name,
  keys,
  children,
  ...rest
}: { label: string; name?: string; keys?: string | null } & ComponentProps<"button">) {
  const { namesShown } = useFrame();
  return (
    <button
      {...rest}
      type="button"
      className={rowStyle(namesShown)}
      {...naming(namesShown, label, keys)}
      {...(name === undefined ? {} : { "aria-label": name })}
    >
      {children}
      {namesShown ? <span className="min-w-0 flex-1 truncate">{label}</span> : null}
    </button>
  );
}

/** Names a row that has no visible name. A tooltip also teaches the shortcut of a row that has one. */
const naming = (namesShown: boolean, label: string, keys?: string | null) => ({
  "aria-label": namesShown ? undefined : label,
  ...(namesShown && !keys ? {} : tooltipOf({ text: label, keys, side: "inline-end" })),
});
