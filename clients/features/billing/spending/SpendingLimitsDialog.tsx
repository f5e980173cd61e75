import { readMicros, writeMicros } from "@ensemble/blocks/credits/money";
import type { Spending } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { TextField } from "@ensemble/ui/fields/TextField";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { spendingLimitsMutation } from "../billing-queries";

/** Edits the daily and monthly limits of model costs. An empty field means no limit. */
export function SpendingLimitsDialog({ spending, onClose }: { spending: Spending; onClose: () => void }) {
  const text = useText("spending");
  const problemText = useProblemText();
  const change = useMutation(spendingLimitsMutation(useQueryClient()));
  const [daily, setDaily] = useState(() => writeMicros(spending.day.limit));
  const [monthly, setMonthly] = useState(() => writeMicros(spending.month.limit));
  const [asked, setAsked] = useState(false);
  const isWrong = (value: string) => value.trim() !== "" && readMicros(value) === null;
  const submit = () => {
    setAsked(true);
    if (isWrong(daily) || isWrong(monthly)) return;
    change.mutate(
      { daily: readMicros(daily), monthly: readMicros(monthly) },
      {
        onSuccess: () => {
          onClose();
          showToast({ title: text("limits_saved") });
        },
      },
    );
  };
  const field = (label: string, value: string, onChange: (value: string) => void) => (
    <TextField
      label={label}
      hint={text("empty_is_none")}
      inputMode="decimal"
      dir="ltr"
      trailing={<span className="text-sm">{spending.currency}</span>}
      value={value}
      onChange={onChange}
      error={asked && isWrong(value) ? text("no_amount") : undefined}
    />
  );
  return (
    <FormDialog
      title={text("limits")}
      cancelLabel={text("cancel")}
      submitLabel={text("save")}
      busy={change.isPending}
      fieldFirst
      onClose={onClose}
      onSubmit={submit}
    >
      {field(text("day_limit"), daily, setDaily)}
      {field(text("month_limit"), monthly, setMonthly)}
      <div aria-live="polite">
        {change.error ? <p className="text-danger text-sm">{problemText(change.error)}</p> : null}
      </div>
    </FormDialog>
  );
}
