import { CapsDialog } from "@ensemble/blocks/credits/CapsDialog";
import type { MeterUse } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { capsMutation } from "./team-queries";

/** Subject of a cap: a member, or (null) the whole team. */
export interface CapOf {
  id: string | null;
  name: string;
  meters: MeterUse[];
}

/** Edits the monthly caps of a team member or team. */
export function CapDialog({ teamId, of, onClose }: { teamId: string; of: CapOf; onClose: () => void }) {
  const text = useText("teams");
  const save = useMutation(capsMutation(useQueryClient(), teamId, of.id));
  return (
    <CapsDialog
      title={text("limits_of", { name: of.name })}
      hint={text("limits_hint")}
      meters={of.meters}
      save={save}
      onClose={onClose}
    />
  );
}
