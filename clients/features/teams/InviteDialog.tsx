import { CopyButton } from "@ensemble/blocks/CopyButton";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import type { Team, TeamInvitation } from "@ensemble/contract/wire";
import { dayAndTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Select } from "@ensemble/ui/fields/Select";
import { Switch } from "@ensemble/ui/fields/Switch";
import { TextField } from "@ensemble/ui/fields/TextField";
import { Row, Rows } from "@ensemble/ui/Section";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { invitationMutation, invitationQuery, resetInvitationMutation } from "./team-queries";

/** Options for a link's validity in days. */
const DAYS = ["1", "7", "30", "90"] as const;

/** Invitation link of the team (spec §2: invite link; §4: open, closed, reset, with an end). */
export function InviteDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const text = useText("teams");
  const invitation = useQuery(invitationQuery(team.id));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text("invite_title", { team: team.name })}
      description={text("invite_hint")}
      closeLabel={text("close")}
      width="md"
    >
      {invitation.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {invitation.isError ? (
        <PanelProblem error={invitation.error} onRetry={() => void invitation.refetch()} />
      ) : null}
      {invitation.data ? <Invitation teamId={team.id} is={invitation.data} /> : null}
    </Dialog>
  );
}

function Invitation({ teamId, is }: { teamId: string; is: TeamInvitation }) {
  const text = useText("teams");
  const { locale } = useLocale();
  const queryClient = useQueryClient();
  const change = useMutation(invitationMutation(queryClient, teamId));
  const reset = useMutation(resetInvitationMutation(queryClient, teamId));
  const busy = change.isPending || reset.isPending;
  return (
    <div className="flex flex-col gap-4">
      <TextField
        label={text("link")}
        value={is.valid ? is.url : text(is.open ? "link_over" : "link_closed")}
        onChange={() => undefined}
        readOnly
        dir={is.valid ? "ltr" : undefined}
        trailing={is.valid ? <CopyButton label={text("copy_link")} content={is.url} size="sm" /> : null}
      />
      <Rows>
        <Row title={text("link_open")} description={text("link_open_hint")}>
          <Switch
            label={text("link_open")}
            checked={is.open}
            disabled={busy}
            onChange={(open) => change.mutate({ open })}
          />
        </Row>
        {is.open ? (
          <Row
            title={text("valid_for")}
            description={text(is.valid ? "valid_until" : "was_valid_until", {
              date: dayAndTime(is.expires_at, locale),
            })}
          >
            <Select
              label={text("valid_for")}
              hideLabel
              compact
              disabled={busy}
              value=""
              options={[
                { value: "", label: text("choose_days") },
                ...DAYS.map((days) => ({ value: days, label: text("days", { count: Number(days) }) })),
              ]}
              onChange={(days) => days && change.mutate({ days: Number(days) })}
            />
          </Row>
        ) : null}
        <Row title={text("reset_link")} description={text("reset_link_hint")}>
          <Button size="sm" busy={reset.isPending} onClick={() => reset.mutate()}>
            {text("reset")}
          </Button>
        </Row>
      </Rows>
    </div>
  );
}
