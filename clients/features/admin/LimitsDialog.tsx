import { CapsDialog } from "@ensemble/blocks/credits/CapsDialog";
import { withSuccessToast } from "@ensemble/blocks/with-success-toast";
import type { AdminUser } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { capsMutation, capsQuery } from "./admin-queries";

/** Edits the monthly caps of a person's own workspace. */
export function LimitsDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const text = useText("admin");
  const caps = useQuery(capsQuery(user.id));
  const said = () => showToast({ title: text("limits_saved", { name: user.name }) });
  const save = useMutation(withSuccessToast(capsMutation(useQueryClient(), user.id), said));
  return (
    <CapsDialog
      title={text("limits_of", { name: user.name })}
      hint={text("limits_hint")}
      meters={caps.data?.meters}
      unread={caps.isError ? { error: caps.error, retry: () => void caps.refetch() } : null}
      save={save}
      onClose={onClose}
    />
  );
}
