import { onServer } from "@ensemble/contract/base-path";
import { Avatar } from "@ensemble/ui/Avatar";
import clsx from "clsx";

const SIZES = { sm: "size-6", md: "size-8", lg: "size-14" };

/** Shows a team's picture, or its initials. */
export function TeamFace({
  team,
  size = "md",
}: {
  team: { id: string; name: string; avatar?: string | null };
  size?: keyof typeof SIZES;
}) {
  if (!team.avatar) return <Avatar id={team.id} name={team.name} size={size} />;
  return (
    <img
      src={onServer(team.avatar)}
      alt=""
      decoding="async"
      className={clsx("flex-none rounded-full bg-sunken object-cover", SIZES[size])}
    />
  );
}
