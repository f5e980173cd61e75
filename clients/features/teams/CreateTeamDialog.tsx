import { PLACES } from "@ensemble/blocks/places";
import { useSession } from "@ensemble/blocks/session-queries";
import { useSwitchWorkspace } from "@ensemble/blocks/workspaces/use-switch-workspace";
import { NAME_MAX_CHARS } from "@ensemble/contract/generated/limits/teams";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { TEAM_PLACES } from "./places";
import { createTeamMutation } from "./team-queries";

/** Creates a team and opens it (spec §2: create team). */
export function CreateTeamDialog({ onClose }: { onClose: () => void }) {
  const text = useText("teams");
  const problems = useText("problems");
  const problemText = useProblemText();
  const plans = useSession().setup.offered_plans;
  const create = useMutation(createTeamMutation(useQueryClient()));
  const switching = useSwitchWorkspace();
  const [name, setName] = useState("");
  const [asked, setAsked] = useState(false);
  const empty = asked && name.trim() === "";
  const submit = () => {
    setAsked(true);
    if (name.trim() === "") return;
    create.mutate(name, {
      onSuccess: (team) =>
        switching.mutate({
          teamId: team.id,
          to: plans ? `${PLACES.teamBilling}?seats=buy` : TEAM_PLACES.members,
        }),
    });
  };
  return (
    <FormDialog
      title={text("create_team")}
      cancelLabel={text("cancel")}
      submitLabel={text("create")}
      fieldFirst
      busy={create.isPending || switching.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label={text("team_name")}
        value={name}
        onChange={setName}
        maxLength={NAME_MAX_CHARS}
        hint={text(plans ? "create_hint_plans" : "create_hint")}
        error={empty ? problems("teams.name_empty") : create.error ? problemText(create.error) : undefined}
      />
    </FormDialog>
  );
}
