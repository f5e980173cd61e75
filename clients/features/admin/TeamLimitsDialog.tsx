import { CapsDialog } from "@ensemble/blocks/credits/CapsDialog";
import { withSuccessToast } from "@ensemble/blocks/with-success-toast";
import type { ServerTeam } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { teamCapsMutation, teamCapsQuery } from "./admin-queries";

/** Edits the operator's monthly caps of a team. */
export function TeamLimitsDialog({ team, onClose }: { team: ServerTeam; onClose: () => void }) {
  const text = useText("admin");
  const caps = useQuery(teamCapsQuery(team.id));
  const said = () => showToast({ title: text("limits_saved", { name: team.name }) });
  const save = useMutation(withSuccessToast(teamCapsMutation(useQueryClient(), team.id), said));
  return (
    <CapsDialog
      title={text("limits_of", { name: team.name })}
      hint={text("team_limits_hint")}
      meters={caps.data?.meters}
      unread={caps.isError ? { error: caps.error, retry: () => void caps.refetch() } : null}
      save={save}
      onClose={onClose}
    />
  );
}
