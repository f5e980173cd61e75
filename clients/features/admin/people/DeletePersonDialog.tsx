import { withSuccessToast } from "@ensemble/blocks/with-success-toast";
import type { AdminUser } from "@ensemble/contract/wire";
import { isolated } from "@ensemble/i18n/isolated";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { TextField } from "@ensemble/ui/fields/TextField";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deletePersonMutation, securityQuery } from "./people-queries";

/** Asks for a confirmation before a person's account is deleted, and says what happens to their things. */
export function DeletePersonDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const text = useText("admin");
  const problemText = useProblemText();
  const [typed, setTyped] = useState("");
  const security = useQuery(securityQuery(user.id));
  const said = () => showToast({ title: text("person_deleted", { name: user.name }) });
  const remove = useMutation(withSuccessToast(deletePersonMutation(useQueryClient(), user.id), said));
  const teams = security.data?.teams ?? [];
  const isConfirmed = typed.trim().toLowerCase() === user.email.toLowerCase();
  const problem = remove.error ?? security.error;
  return (
    <FormDialog
      title={text("delete_person_title", { name: user.name })}
      cancelLabel={text("cancel")}
      submitLabel={text("delete_person")}
      danger
      fieldFirst
      // What happens to the teams must be known first.
      disabled={!isConfirmed || !security.isSuccess}
      busy={remove.isPending}
      onClose={onClose}
      onSubmit={() => remove.mutate(undefined, { onSuccess: onClose })}
    >
      <p className="text-muted text-sm">{text("delete_person_hint")}</p>
      {teams.length > 0 ? (
        <div className="text-muted text-sm">
          <p>{text("delete_person_teams")}</p>
          <ul className="mt-1 list-disc ps-5">
            {teams.map((team) => (
              <li key={team.name}>{text(`team_fate.${team.if_deleted}`, { team: isolated(team.name) })}</li>
            ))}
          </ul>
        </div>
      ) : null}
      <TextField
        label={text("type_email", { email: user.email })}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={setTyped}
      />
      {problem ? <Notice tone="danger">{problemText(problem)}</Notice> : null}
    </FormDialog>
  );
}
