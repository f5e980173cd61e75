import { OneLine } from "@ensemble/blocks/OneLine";
import { PLACES } from "@ensemble/blocks/places";
import { useSession } from "@ensemble/blocks/session-queries";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { UsersRound } from "lucide-react";

/** Names the team whose workspace one is in; nothing in one's own. */
export function WorkspaceMark() {
  const text = useText("chat");
  const team = useSession().me?.team;
  if (!team) return null;
  return (
    <AppLink
      to={PLACES.team}
      aria-label={text("in_workspace", { name: team.name })}
      className="flex h-7 min-w-0 max-w-48 flex-none items-center gap-1.5 rounded-full bg-accent-soft px-2.5 text-accent-ink text-xs touch:h-11"
    >
      <UsersRound className="size-3.5 flex-none" aria-hidden="true" />
      <OneLine>{team.name}</OneLine>
    </AppLink>
  );
}
