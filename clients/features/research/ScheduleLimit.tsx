import { usePriceText } from "@ensemble/blocks/models/use-price-text";
import { SCHEDULE_CAP_MAX } from "@ensemble/contract/generated/limits/research";
import type { Research, ResearchBudget } from "@ensemble/contract/wire";
import { day, fullNumber } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Gauge } from "lucide-react";
import { useState } from "react";
import { scheduleMutation } from "./research-queries";

interface LimitProps {
  research: Research;
  budget: ResearchBudget;
}

/** Edits the monthly budget of scheduled runs. Models without a charge need none. */
export function ScheduleLimit({ research, budget }: LimitProps) {
  const text = useText("search");
  const { locale } = useLocale();
  const [setting, setSetting] = useState(false);
  if (research.cost.again_at_most === 0 && budget.cap === null) return null;
  const used = { spent: fullNumber(budget.spent, locale), cap: fullNumber(budget.cap ?? 0, locale) };
  return (
    <>
      <Button
        size="sm"
        kind="ghost"
        icon={<Gauge className="size-4" />}
        aria-haspopup="dialog"
        onClick={() => setSetting(true)}
      >
        {budget.cap === null ? text("research.limit_set") : text("research.limit_used", used)}
      </Button>
      {setting ? <LimitDialog research={research} budget={budget} onClose={() => setSetting(false)} /> : null}
    </>
  );
}

/** Notice that a scheduled run was skipped, with the reason and the fix. */
export function LeftOut({ research, budget }: LimitProps) {
  const text = useText("search");
  const priceText = usePriceText();
  const { locale } = useLocale();
  const { cap, left_out_at, resets_at } = budget;
  if (left_out_at === null || cap === null) return null;
  const { again_at_most, meter } = research.cost;
  const said = { date: day(left_out_at, locale), price: priceText(meter, again_at_most) };
  return (
    <Notice tone="warning">
      {again_at_most > cap || resets_at === null
        ? text("research.left_out_for_good", said)
        : text("research.left_out", { ...said, reset: day(resets_at, locale) })}
    </Notice>
  );
}

function LimitDialog({ research, budget, onClose }: LimitProps & { onClose: () => void }) {
  const text = useText("search");
  const problemText = useProblemText();
  const priceText = usePriceText();
  const { locale } = useLocale();
  const save = useMutation(scheduleMutation(useQueryClient(), research.id));
  const [typed, setTyped] = useState(budget.cap?.toString() ?? "");
  const [asked, setAsked] = useState(false);
  const { again_at_most, meter } = research.cost;
  const least = Math.max(1, again_at_most);
  const cap = typed.trim() === "" ? null : Number(typed);
  const wrong = cap !== null && !(Number.isInteger(cap) && cap >= least && cap <= SCHEDULE_CAP_MAX);
  const bounds = { min: fullNumber(least, locale), max: fullNumber(SCHEDULE_CAP_MAX, locale) };
  return (
    <FormDialog
      title={text("research.limit_title")}
      cancelLabel={text("cancel")}
      submitLabel={text("save")}
      busy={save.isPending}
      fieldFirst
      onClose={onClose}
      onSubmit={() => {
        setAsked(true);
        if (!wrong) save.mutate({ every: research.every, cap }, { onSuccess: onClose });
      }}
    >
      <TextField
        label={text("research.limit")}
        hint={text("research.limit_hint", { price: priceText(meter, again_at_most) })}
        inputMode="numeric"
        autoComplete="off"
        placeholder={text("research.no_limit")}
        value={typed}
        onChange={setTyped}
        error={asked && wrong ? text("research.limit_wrong", bounds) : null}
      />
      {save.error ? <Notice tone="danger">{problemText(save.error)}</Notice> : null}
    </FormDialog>
  );
}
