import { money, readPrice, writePrice } from "@ensemble/blocks/credits/money";
import type { AutoDeduction } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { Switch } from "@ensemble/ui/fields/Switch";
import { TextField } from "@ensemble/ui/fields/TextField";
import { Row, Rows } from "@ensemble/ui/Section";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deductionMutation } from "./team-queries";

/** Spec §2: auto deduction; §5: "Auto deduction has a minimum deduction amount." */
export function DeductionDialog({ is, onClose }: { is: AutoDeduction; onClose: () => void }) {
  const text = useText("teams");
  const { locale } = useLocale();
  const problemText = useProblemText();
  const set = useMutation(deductionMutation(useQueryClient()));
  const least = is.least ?? 0;
  const [enabled, setEnabled] = useState(is.enabled || is.amount === null);
  const [amount, setAmount] = useState(writePrice(is.amount ?? least, is.currency));
  const [limit, setLimit] = useState(writePrice(is.monthly_limit ?? least * 4, is.currency));
  const [asked, setAsked] = useState(false);
  const single = readPrice(amount, is.currency);
  const monthly = readPrice(limit, is.currency);
  const tooSmall = single === null || single < least;
  const tooLow = monthly === null || (single !== null && monthly < single);
  const submit = () => {
    setAsked(true);
    if (tooSmall || tooLow) return;
    set.mutate({ enabled, amount: single, monthly_limit: monthly }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={text("auto_deduction")}
      cancelLabel={text("cancel")}
      submitLabel={text("save")}
      width="md"
      busy={set.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <Rows>
        <Row title={text("auto_deduction")} description={text("auto_deduction_hint")}>
          <Switch label={text("auto_deduction")} checked={enabled} onChange={setEnabled} />
        </Row>
      </Rows>
      <TextField
        label={text("single_amount", { currency: is.currency })}
        inputMode="decimal"
        value={amount}
        onChange={setAmount}
        hint={text("least_amount", { amount: money(least, is.currency, locale) })}
        error={
          asked && tooSmall ? text("least_amount", { amount: money(least, is.currency, locale) }) : undefined
        }
      />
      <TextField
        label={text("monthly_limit", { currency: is.currency })}
        inputMode="decimal"
        value={limit}
        onChange={setLimit}
        hint={text("monthly_limit_hint")}
        error={asked && tooLow ? text("limit_below_amount") : undefined}
      />
      <div aria-live="polite">
        {set.error ? <p className="text-danger text-sm">{problemText(set.error)}</p> : null}
      </div>
    </FormDialog>
  );
}
