import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { PLACES } from "@ensemble/blocks/places";
import { useMe } from "@ensemble/blocks/session-queries";
import type { Team, TeamMember } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { day } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Avatar } from "@ensemble/ui/Avatar";
import { Badge } from "@ensemble/ui/Badge";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { ConfirmDialog } from "@ensemble/ui/dialogs/ConfirmDialog";
import { Email } from "@ensemble/ui/Email";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { IconButton } from "@ensemble/ui/IconButton";
import { Menu, MenuItem } from "@ensemble/ui/popups/Menu";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { EllipsisVertical, Link2, ShieldCheck, ShieldOff, UserMinus } from "lucide-react";
import { useState } from "react";
import { InviteDialog } from "./InviteDialog";
import { TeamFrame } from "./TeamFrame";
import { approveMutation, membersQuery, removeMutation, roleMutation } from "./team-queries";

/** Lists members and join requests (spec §2: /team/members). */
export function MembersPage() {
  return <TeamFrame>{(team) => <Members team={team} />}</TeamFrame>;
}

function Members({ team }: { team: Team }) {
  const text = useText("teams");
  const members = useQuery(membersQuery(team.id));
  const [inviting, setInviting] = useState(false);
  const isAdmin = team.role === "admin";
  const waiting = members.data?.items.filter((member) => member.waiting) ?? [];
  const confirmed = members.data?.items.filter((member) => !member.waiting) ?? [];
  return (
    <>
      {members.isError ? <PanelProblem error={members.error} onRetry={() => void members.refetch()} /> : null}
      {members.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {waiting.length > 0 ? <Waiting team={team} members={waiting} /> : null}
      {members.data ? (
        <Section
          title={text("members")}
          description={
            team.seats === null || team.seats === 0
              ? text("member_count", { count: team.members })
              : text("seats_used", { used: team.members, seats: team.seats })
          }
          action={
            isAdmin ? (
              <Button kind="primary" icon={<Link2 className="size-4" />} onClick={() => setInviting(true)}>
                {text("invite")}
              </Button>
            ) : null
          }
        >
          <Rows>
            {confirmed.map((member) => (
              <MemberRow key={member.id} team={team} member={member} />
            ))}
          </Rows>
        </Section>
      ) : null}
      {inviting ? <InviteDialog team={team} onClose={() => setInviting(false)} /> : null}
    </>
  );
}

/** Spec §4: "Joining by link needs admin approval." */
function Waiting({ team, members }: { team: Team; members: TeamMember[] }) {
  const text = useText("teams");
  const { locale } = useLocale();
  const queryClient = useQueryClient();
  const approve = useMutation(approveMutation(queryClient, team.id));
  const decline = useMutation(removeMutation(queryClient, team.id));
  const isFull = team.free_seats === 0;
  return (
    <Section title={text("requests")} description={text("requests_hint")}>
      {isFull ? (
        <Notice
          tone="warning"
          action={
            <AppLink to={`${PLACES.teamBilling}?seats=buy`} className={buttonStyle("primary", "sm")}>
              {text("buy_seats")}
            </AppLink>
          }
        >
          {text("no_free_seat")}
        </Notice>
      ) : null}
      <Rows>
        {members.map((member) => (
          <Row
            key={member.id}
            leading={<Avatar id={member.id} name={member.name} />}
            title={<bdi className="font-medium">{member.name}</bdi>}
            description={
              <>
                <Email>{member.email}</Email>
                {" · "}
                {text("asked_on", { date: day(member.since, locale) })}
              </>
            }
          >
            <Button
              size="sm"
              aria-label={text("decline_name", { name: member.name })}
              busy={decline.isPending && decline.variables === member.id}
              onClick={() => decline.mutate(member.id)}
            >
              {text("decline")}
            </Button>
            <Button
              size="sm"
              kind="primary"
              aria-label={text("approve_name", { name: member.name })}
              disabled={isFull}
              busy={approve.isPending && approve.variables === member.id}
              onClick={() => approve.mutate(member.id)}
            >
              {text("approve")}
            </Button>
          </Row>
        ))}
      </Rows>
    </Section>
  );
}

function MemberRow({ team, member }: { team: Team; member: TeamMember }) {
  const text = useText("teams");
  const me = useMe();
  const queryClient = useQueryClient();
  const role = useMutation(roleMutation(queryClient, team.id));
  const remove = useMutation(removeMutation(queryClient, team.id));
  const [removing, setRemoving] = useState(false);
  const other = member.role === "admin" ? "member" : "admin";
  const isOther = member.id !== me.id;
  return (
    <Row
      leading={<Avatar id={member.id} name={member.name} />}
      title={
        <span className="flex flex-wrap items-center gap-2">
          <bdi className="font-medium">{member.name}</bdi>
          {isOther ? null : <span className="text-muted text-sm">{text("you")}</span>}
          {member.role === "admin" ? <Badge tone="accent">{text("role.admin")}</Badge> : null}
        </span>
      }
      description={<Email>{member.email}</Email>}
    >
      {team.role === "admin" && isOther ? (
        <Menu
          align="end"
          trigger={
            <IconButton label={text("actions_for", { name: member.name })} icon={<EllipsisVertical />} />
          }
        >
          <MenuItem
            icon={member.role === "admin" ? <ShieldOff /> : <ShieldCheck />}
            onSelect={() => role.mutate({ memberId: member.id, role: other })}
          >
            {text(`make.${other}`)}
          </MenuItem>
          <MenuItem danger icon={<UserMinus />} onSelect={() => setRemoving(true)}>
            {text("remove")}
          </MenuItem>
        </Menu>
      ) : null}
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        danger
        title={text("remove_title", { name: member.name })}
        description={text("remove_hint")}
        cancelLabel={text("cancel")}
        confirmLabel={text("remove")}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(member.id, { onSuccess: () => setRemoving(false) })}
      />
    </Row>
  );
}
