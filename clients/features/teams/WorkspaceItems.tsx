import { PLACES } from "@ensemble/blocks/places";
import { useMe } from "@ensemble/blocks/session-queries";
import { useSwitchWorkspace } from "@ensemble/blocks/workspaces/use-switch-workspace";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { MenuChoice, MenuHeading, MenuItem, MenuSeparator } from "@ensemble/ui/popups/Menu";
import { useQuery } from "@tanstack/react-query";
import { UserRound, UsersRound } from "lucide-react";
import { TeamFace } from "./TeamFace";
import { teamsQuery } from "./team-queries";

/** Workspace items of the account menu (spec §4: workspace switching). */
export function WorkspaceItems() {
  const text = useText("teams");
  const me = useMe();
  const teams = useQuery(teamsQuery);
  const switching = useSwitchWorkspace();
  const open = teams.data?.items.filter((team) => !team.waiting && team.state !== "disbanding") ?? [];
  return (
    <>
      {open.length > 0 ? (
        <>
          <MenuHeading>{text(switching.isPending ? "switching" : "workspace")}</MenuHeading>
          <MenuChoice
            label={text("workspace")}
            value={me.team ? me.workspace_id : "own"}
            onChange={(id) => switching.mutate({ teamId: id === "own" ? null : id })}
            options={[
              { value: "own", label: text("own_workspace"), icon: <UserRound /> },
              ...open.map((team) => ({
                value: team.id,
                label: team.name,
                icon: <TeamFace team={team} size="sm" />,
              })),
            ]}
          />
        </>
      ) : null}
      <MenuItem icon={<UsersRound />} render={<AppLink to={PLACES.team} />}>
        {text(open.length > 0 ? "teams" : "create_team")}
      </MenuItem>
      <MenuSeparator />
    </>
  );
}
