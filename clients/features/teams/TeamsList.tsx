import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { PLACES } from "@ensemble/blocks/places";
import { useMe } from "@ensemble/blocks/session-queries";
import { useSwitchWorkspace } from "@ensemble/blocks/workspaces/use-switch-workspace";
import type { TeamEntry } from "@ensemble/contract/wire";
import { day, factsLine } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Button } from "@ensemble/ui/Button";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, UsersRound } from "lucide-react";
import { useState } from "react";
import { CreateTeamDialog } from "./CreateTeamDialog";
import { TeamFace } from "./TeamFace";
import { removeMutation, restoreMutation, teamsQuery } from "./team-queries";

/** Lists the person's teams, with a button for a new one (spec §2: /team). */
export function TeamsList() {
  const text = useText("teams");
  const me = useMe();
  const teams = useQuery(teamsQuery);
  const [creating, setCreating] = useState(false);
  const switching = useSwitchWorkspace();
  const create = (
    <Button kind="primary" icon={<Plus className="size-4" />} onClick={() => setCreating(true)}>
      {text("create_team")}
    </Button>
  );
  const items = teams.data?.items ?? [];
  return (
    <>
      {teams.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {teams.isError ? <PanelProblem error={teams.error} onRetry={() => void teams.refetch()} /> : null}
      {teams.isSuccess && items.length === 0 ? (
        <EmptyState
          icon={<UsersRound />}
          title={text("no_teams")}
          description={text("no_teams_hint")}
          action={create}
        />
      ) : null}
      {items.length > 0 ? (
        <Section title={text("your_teams")} description={text("your_teams_hint")} action={create}>
          <Rows>
            {me.team ? (
              <Row title={text("own_workspace")} description={text("own_workspace_hint")}>
                <Button
                  size="sm"
                  busy={switching.isPending}
                  onClick={() => switching.mutate({ teamId: null, to: PLACES.team })}
                >
                  {text("switch")}
                </Button>
              </Row>
            ) : null}
            {items.map((team) => (
              <TeamRow key={team.id} team={team} isHere={team.id === me.workspace_id} />
            ))}
          </Rows>
        </Section>
      ) : null}
      {creating ? <CreateTeamDialog onClose={() => setCreating(false)} /> : null}
    </>
  );
}

function TeamRow({ team, isHere }: { team: TeamEntry; isHere: boolean }) {
  const text = useText("teams");
  const { locale } = useLocale();
  const me = useMe();
  const queryClient = useQueryClient();
  const switching = useSwitchWorkspace();
  const restore = useMutation(restoreMutation(queryClient));
  const takeBack = useMutation(removeMutation(queryClient, team.id));
  const goes = team.disband_at ? text("goes_on", { date: day(team.disband_at, locale) }) : null;
  return (
    <Row
      leading={<TeamFace team={team} />}
      title={
        <span className="flex flex-wrap items-center gap-2">
          <bdi className="font-medium">{team.name}</bdi>
          {isHere ? <Badge tone="success">{text("here")}</Badge> : null}
          {team.state === "active" || team.waiting ? null : (
            <Badge tone="warning">{text(`state.${team.state}`)}</Badge>
          )}
        </span>
      }
      description={factsLine([team.waiting ? text("waits") : text(`role.${team.role}`), goes])}
    >
      {team.waiting ? (
        <Button size="sm" busy={takeBack.isPending} onClick={() => takeBack.mutate(me.id)}>
          {text("take_back")}
        </Button>
      ) : team.state === "disbanding" ? (
        team.role === "admin" ? (
          <Button size="sm" busy={restore.isPending} onClick={() => restore.mutate(team.id)}>
            {text("keep_team")}
          </Button>
        ) : null
      ) : isHere ? null : (
        <Button
          size="sm"
          aria-label={text("switch_to", { team: team.name })}
          busy={switching.isPending}
          onClick={() => switching.mutate({ teamId: team.id, to: PLACES.team })}
        >
          {text("switch")}
        </Button>
      )}
    </Row>
  );
}
