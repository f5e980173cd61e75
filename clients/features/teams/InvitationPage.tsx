import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { PLACES } from "@ensemble/blocks/places";
import { useSwitchWorkspace } from "@ensemble/blocks/workspaces/use-switch-workspace";
import type { InvitationPreview } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link2Off, UsersRound } from "lucide-react";
import { joinMutation, previewQuery } from "./team-queries";

/** Landing page of a team invitation link (spec §2: /team/invitation, query c). */
export function InvitationPage({ code }: { code: string }) {
  const text = useText("teams");
  const preview = useQuery({ ...previewQuery(code), enabled: code !== "" });
  const isInvalid =
    code === "" || (preview.error as { code?: string } | null)?.code === "teams.invitation_invalid";
  const home = (
    <AppLink to="/" className={buttonStyle("secondary", "md")}>
      {text("to_chat")}
    </AppLink>
  );
  if (isInvalid) {
    return (
      <EmptyState
        icon={<Link2Off />}
        title={text("invitation_invalid")}
        description={text("invitation_invalid_hint")}
        action={home}
      />
    );
  }
  if (preview.isError) return <PanelProblem error={preview.error} onRetry={() => void preview.refetch()} />;
  if (!preview.data) return <SkeletonLines label={text("loading")} />;
  return <Invitation code={code} is={preview.data} />;
}

function Invitation({ code, is }: { code: string; is: InvitationPreview }) {
  const text = useText("teams");
  const problemText = useProblemText();
  const join = useMutation(joinMutation(useQueryClient(), code));
  const switching = useSwitchWorkspace();
  const action = {
    none: (
      <Button kind="primary" busy={join.isPending} onClick={() => join.mutate()}>
        {text("ask_to_join")}
      </Button>
    ),
    waiting: (
      <AppLink to={PLACES.team} className={buttonStyle("secondary", "md")}>
        {text("your_teams")}
      </AppLink>
    ),
    member: (
      <Button
        kind="primary"
        busy={switching.isPending}
        onClick={() => switching.mutate({ teamId: is.team_id, to: PLACES.team })}
      >
        {text("switch_to", { team: is.team })}
      </Button>
    ),
  }[is.standing];
  return (
    <>
      <EmptyState
        icon={<UsersRound />}
        title={text(`invited.${is.standing}`, { team: is.team })}
        description={text(`invited_hint.${is.standing}`)}
        action={action}
      />
      {join.error ? <Notice tone="danger">{problemText(join.error)}</Notice> : null}
    </>
  );
}
