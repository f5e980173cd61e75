import { money } from "@ensemble/blocks/credits/money";
import { SEATS_MAX } from "@ensemble/contract/generated/limits/billing";
import type { BillingCycle, Subscription, Team } from "@ensemble/contract/wire";
import { useNavigation } from "@ensemble/host/navigation";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { seatsQuoteQuery } from "./team-queries";

/** Changes the seats and billing cycle, at the price that the server quotes (spec §2: buy seat). */
export function SeatsDialog({ team, is, onClose }: { team: Team; is: Subscription; onClose: () => void }) {
  const text = useText("teams");
  const { locale } = useLocale();
  const problemText = useProblemText();
  const { navigate } = useNavigation();
  const now = is.phase === "active" || is.phase === "past_due" ? is.terms : null;
  const [cycle, setCycle] = useState<BillingCycle>(now?.cycle ?? "monthly");
  const [typed, setTyped] = useState(String(now ? now.seats + 1 : Math.max(team.members, 2)));
  const seats = /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : 0;
  const inRange = seats >= 1 && seats <= SEATS_MAX;
  const quote = useQuery({ ...seatsQuoteQuery(cycle, seats), enabled: inRange });
  const tooFew = inRange && seats < team.members;
  const shown = inRange && !tooFew ? quote.data : undefined;
  const problem = !inRange
    ? text("seats_range", { max: SEATS_MAX })
    : tooFew
      ? text("seats_too_few", { count: team.members })
      : quote.error
        ? problemText(quote.error)
        : undefined;
  return (
    <FormDialog
      title={text(now ? "change_seats" : "buy_seats")}
      cancelLabel={text("cancel")}
      submitLabel={text("to_checkout")}
      width="md"
      fieldFirst
      disabled={!shown}
      busy={quote.isFetching}
      onClose={onClose}
      onSubmit={() => shown && navigate(`/checkout?plan=team&cycle=${cycle}&seats=${seats}`)}
    >
      <TextField
        label={text("number_of_seats")}
        inputMode="numeric"
        value={typed}
        onChange={setTyped}
        hint={text("seats_hint")}
        error={problem}
      />
      <div className="flex flex-col gap-1.5">
        <span className="font-medium text-sm">{text("how_often")}</span>
        <Segmented
          label={text("how_often")}
          value={cycle}
          onChange={setCycle}
          options={[
            { value: "monthly", label: text("cycle.monthly") },
            { value: "yearly", label: text("cycle.yearly") },
          ]}
        />
      </div>
      <p aria-live="polite" className="flex min-h-11 flex-wrap items-baseline gap-x-2">
        {shown ? (
          <>
            <span className="font-semibold text-xl tabular-nums">
              {money(shown.amount, shown.currency, locale)}
            </span>
            <span className="text-muted text-sm">
              {text(shown.kind === "downgrade" ? "from_next_period" : "to_pay_now", {
                price: money(shown.price, shown.currency, locale),
                cycle: text(`per.${cycle}`),
              })}
            </span>
          </>
        ) : null}
      </p>
    </FormDialog>
  );
}
