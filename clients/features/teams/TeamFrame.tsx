import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { PLACES } from "@ensemble/blocks/places";
import { useMe } from "@ensemble/blocks/session-queries";
import { useSwitchWorkspace } from "@ensemble/blocks/workspaces/use-switch-workspace";
import type { Team } from "@ensemble/contract/wire";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { day } from "@ensemble/i18n/formats";
import { type TextKey, useLocale, useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import type { ReactNode } from "react";
import { TEAM_PLACES } from "./places";
import { TeamFace } from "./TeamFace";
import { TeamsList } from "./TeamsList";
import { teamQuery } from "./team-queries";

const VIEWS: { to: string; label: TextKey<"teams"> }[] = [
  { to: PLACES.team, label: "view.teams" },
  { to: TEAM_PLACES.members, label: "view.members" },
  { to: PLACES.teamUsage, label: "view.usage" },
  { to: PLACES.teamBilling, label: "view.billing" },
  { to: TEAM_PLACES.settings, label: "view.settings" },
];

/** Frame of the team pages: team name, tabs, and the locked notice. */
export function TeamFrame({ children }: { children: (team: Team) => ReactNode }) {
  const text = useText("teams");
  const me = useMe();
  const team = useQuery({ ...teamQuery(me.workspace_id), enabled: me.team !== null });
  if (!me.team) return <TeamsList />;
  return (
    <>
      <header className="flex flex-wrap items-center gap-3">
        <TeamFace team={{ id: me.workspace_id, name: me.team.name, avatar: team.data?.avatar }} />
        <p className="min-w-0 truncate font-medium">
          <bdi>{me.team.name}</bdi>
        </p>
        <Badge tone={me.team.role === "admin" ? "accent" : "neutral"}>{text(`role.${me.team.role}`)}</Badge>
      </header>
      <Views />
      {team.isError ? <PanelProblem error={team.error} onRetry={() => void team.refetch()} /> : null}
      {team.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {team.data ? (
        <>
          <StateNotice team={team.data} />
          {children(team.data)}
        </>
      ) : null}
    </>
  );
}

function Views() {
  const text = useText("teams");
  const { path } = useNavigation();
  return (
    <nav aria-label={text("views")} className="-mx-1 overflow-x-auto border-line border-b">
      <ul className="flex w-max gap-1 px-1">
        {VIEWS.map(({ to, label }) => {
          const current = path.split(/[?#]/)[0] === to;
          return (
            <li key={to}>
              <AppLink
                to={to}
                aria-current={current ? "page" : undefined}
                className={clsx(
                  "flex h-9 items-center border-b-2 px-3 font-medium text-sm touch:h-11",
                  current ? "border-accent text-ink" : "border-transparent text-muted hover:text-ink",
                )}
              >
                {text(label)}
              </AppLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** Spec §4, §6: expired and locked, data kept; members cannot renew and are told what they can do. */
function StateNotice({ team }: { team: Team }) {
  const text = useText("teams");
  const { locale } = useLocale();
  const switching = useSwitchWorkspace();
  if (team.state !== "locked" && team.state !== "unpaid") return null;
  const date = team.disband_at ? day(team.disband_at, locale) : "";
  const action =
    team.role === "admin" ? (
      <AppLink to={`${PLACES.teamBilling}?seats=buy`} className={buttonStyle("primary", "sm")}>
        {text(team.state === "locked" ? "resubscribe" : "buy_seats")}
      </AppLink>
    ) : (
      <Button size="sm" busy={switching.isPending} onClick={() => switching.mutate({ teamId: null })}>
        {text("to_own_workspace")}
      </Button>
    );
  return (
    <Notice tone="warning" title={text(`${team.state}_title`)} action={action}>
      {team.role === "admin" ? text(`${team.state}_hint`, { date }) : text("locked_for_members", { date })}
    </Notice>
  );
}
