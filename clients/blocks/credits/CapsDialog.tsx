import { AMOUNT_MAX } from "@ensemble/contract/generated/limits/entitlements";
import type { MeterUse } from "@ensemble/contract/wire";
import { fullNumber } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useState } from "react";
import { PanelProblem } from "../PanelProblem";

/** New cap of one meter; `null`: no limit. */
export interface NewCap {
  meter: MeterUse["meter"];
  amount: number | null;
}

interface CapsDialogProps {
  title: string;
  /** Explanation of the cap. */
  hint: string;
  /** Current caps; `undefined`: not loaded yet. */
  meters: readonly MeterUse[] | undefined;
  /** Error if the caps could not be loaded. */
  unread?: { error: unknown; retry: () => void } | null;
  /** Mutation that saves the changed caps. */
  save: {
    mutate: (changed: NewCap[], options: { onSuccess: () => void }) => void;
    isPending: boolean;
    error: unknown;
  };
  onClose: () => void;
}

/** Parses a cap; `undefined`: invalid. */
function readCap(value: string): number | null | undefined {
  const digits = value.trim();
  if (digits === "") return null;
  return /^\d{1,10}$/.test(digits) && Number(digits) <= AMOUNT_MAX ? Number(digits) : undefined;
}

/** Edits the monthly caps of a person or team. An empty field means no limit. */
export function CapsDialog({ title, hint, meters, unread, save, onClose }: CapsDialogProps) {
  const text = useText("caps");
  const common = useText("common");
  const { locale } = useLocale();
  const problemText = useProblemText();
  // Typed values; all others are the server's.
  const [typed, setTyped] = useState<Partial<Record<MeterUse["meter"], string>>>({});
  const [tried, setTried] = useState(false);
  const rows = (meters ?? []).map((row) => {
    const value = typed[row.meter] ?? row.cap?.toString() ?? "";
    return { ...row, value, amount: readCap(value) };
  });
  const submit = () => {
    setTried(true);
    if (!meters || rows.some((row) => row.amount === undefined)) return;
    const changed = rows.flatMap(({ meter, cap, amount }) =>
      amount === undefined || amount === cap ? [] : [{ meter, amount }],
    );
    if (changed.length === 0) onClose();
    else save.mutate(changed, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={title}
      cancelLabel={common("cancel")}
      submitLabel={common("save")}
      busy={save.isPending}
      disabled={!meters}
      fieldFirst
      onClose={onClose}
      onSubmit={submit}
    >
      <p className="text-muted text-sm">{hint}</p>
      {meters || unread ? null : <SkeletonLines label={common("loading")} />}
      {unread ? <PanelProblem error={unread.error} onRetry={unread.retry} /> : null}
      {rows.map(({ meter, used, value, amount }) => (
        <TextField
          key={meter}
          label={text(`meter.${meter}`)}
          hint={text("used", { used: fullNumber(used, locale) })}
          inputMode="numeric"
          dir="ltr"
          placeholder={text("no_limit")}
          value={value}
          onChange={(now) => setTyped({ ...typed, [meter]: now })}
          error={
            tried && amount === undefined ? text("wrong", { max: fullNumber(AMOUNT_MAX, locale) }) : undefined
          }
        />
      ))}
      {save.error ? <Notice tone="danger">{problemText(save.error)}</Notice> : null}
    </FormDialog>
  );
}
