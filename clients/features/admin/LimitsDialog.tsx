import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { saying } from "@ensemble/blocks/saying";
import { AMOUNT_MAX } from "@ensemble/contract/limits/entitlements";
import type { AdminUser, MeterUse } from "@ensemble/contract/wire";
import { fullNumber } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/FormDialog";
import { Notice } from "@ensemble/ui/Notice";
import { SkeletonLines } from "@ensemble/ui/Skeleton";
import { TextField } from "@ensemble/ui/TextField";
import { showToast } from "@ensemble/ui/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { capsMutation, capsQuery } from "./admin-queries";

/** `undefined`: no limit that can be set. */
function readCap(value: string): number | null | undefined {
  const digits = value.trim();
  if (digits === "") return null;
  return /^\d{1,10}$/.test(digits) && Number(digits) <= AMOUNT_MAX ? Number(digits) : undefined;
}

/** How much somebody may use of their own workspace in a month. An empty field is no limit. */
export function LimitsDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const text = useText("admin");
  const { locale } = useLocale();
  const problemText = useProblemText();
  const caps = useQuery(capsQuery(user.id));
  const said = () => showToast({ title: text("limits_saved", { name: user.name }) });
  const save = useMutation(saying(capsMutation(useQueryClient(), user.id), said));
  // What was typed; the rest stands as the server has it.
  const [typed, setTyped] = useState<Partial<Record<MeterUse["meter"], string>>>({});
  const [tried, setTried] = useState(false);
  const rows = (caps.data?.meters ?? []).map((row) => {
    const value = typed[row.meter] ?? row.cap?.toString() ?? "";
    return { ...row, value, amount: readCap(value) };
  });
  const submit = () => {
    setTried(true);
    if (!caps.data || rows.some((row) => row.amount === undefined)) return;
    const changed = rows.flatMap(({ meter, cap, amount }) =>
      amount === undefined || amount === cap ? [] : [{ meter, amount }],
    );
    if (changed.length === 0) onClose();
    else save.mutate(changed, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={text("limits_of", { name: user.name })}
      cancelLabel={text("cancel")}
      submitLabel={text("save_limits")}
      busy={save.isPending}
      fieldFirst
      onClose={onClose}
      onSubmit={submit}
    >
      <p className="text-muted text-sm">{text("limits_hint")}</p>
      {caps.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {caps.isError ? <PanelProblem error={caps.error} onRetry={() => void caps.refetch()} /> : null}
      {rows.map(({ meter, used, value, amount }) => (
        <TextField
          key={meter}
          label={text(`limit.${meter}`)}
          hint={text("limit_used", { used: fullNumber(used, locale) })}
          inputMode="numeric"
          dir="ltr"
          placeholder={text("no_limit")}
          value={value}
          onChange={(now) => setTyped({ ...typed, [meter]: now })}
          error={
            tried && amount === undefined
              ? text("limit_wrong", { max: fullNumber(AMOUNT_MAX, locale) })
              : undefined
          }
        />
      ))}
      {save.error ? <Notice tone="danger">{problemText(save.error)}</Notice> : null}
    </FormDialog>
  );
}
