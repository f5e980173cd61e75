import { initialsOf } from "@ensemble/ui/Avatar";
import { tintOf } from "@ensemble/ui/tint";
import clsx from "clsx";
import { type LucideIcon, PenLine, Search, Sparkles } from "lucide-react";

const SIZES = {
  sm: "size-6 rounded-sm text-sm",
  md: "size-9 rounded-md text-lg",
  lg: "size-12 rounded-md text-2xl",
};

/** Faces of the house agents: not every device has their emojis. */
const HOUSE: Readonly<Record<string, LucideIcon>> = { search: Search, writing: PenLine, auto: Sparkles };

/** Shows an agent's emoji, or the first letters of its name, on a color of its own. */
export function AgentFace({
  id,
  name,
  icon,
  size = "md",
}: {
  id: string;
  name: string;
  icon: string;
  size?: keyof typeof SIZES;
}) {
  const Icon = HOUSE[id];
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "inline-flex flex-none select-none items-center justify-center leading-none",
        SIZES[size],
      )}
      style={tintOf(id)}
    >
      {Icon ? (
        <Icon className="size-[1em]" />
      ) : (
        icon || <span className="font-semibold text-[0.7em]">{initialsOf(name)}</span>
      )}
    </span>
  );
}
